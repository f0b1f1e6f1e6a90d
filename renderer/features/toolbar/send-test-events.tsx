import { ChevronDown, FlaskConical } from 'lucide-react';
import { catalogue, kindCategory } from '#shared/spec/catalogue.ts';
import type { SimulationRequest } from '#shared/protocol/simulation.ts';
import { useActions, useEngine } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { KindCode } from '#renderer/ui/kind-code.tsx';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#renderer/ui/menu.tsx';
import styles from './toolbar.module.css';

const scenarios = [
  { scenario: 'all-kinds', label: 'One of every kind' },
  { scenario: 'out-of-order', label: 'Out of order' },
  { scenario: 'duplicates', label: 'Duplicates' },
  { scenario: 'consent', label: 'Consent changes' },
  { scenario: 'conversation', label: 'Two-way conversation' },
] as const;

/** Test events from our own simulator to our own receiver; they are marked as own traffic. */
export function SendTestEvents() {
  const engine = useEngine();
  const { toast, report } = useActions();
  const send = (request: Pick<SimulationRequest, 'kind' | 'scenario'>): void => {
    engine
      .call('simulations.create', { body: request })
      .then(
        ({ sent }) => toast(`Sent ${formatCount(sent)} test ${sent === 1 ? 'event' : 'events'}`, { tone: 'ok' }),
        report,
      );
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button
          className={styles.shrinks}
          aria-label="Send test events"
          title="Send test events"
          icon={<FlaskConical aria-hidden />}
        >
          <span>Send test events</span>
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MenuGroup label="Scenario">
        {scenarios.map(({ scenario, label }) => (
          <MenuItem key={scenario} onSelect={() => send({ scenario })}>
            {label}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuGroup label="One kind">
        {catalogue.map(({ name }) => (
          <MenuItem key={name} icon={<KindCode category={kindCategory(name)} />} onSelect={() => send({ kind: name })}>
            {name}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}
