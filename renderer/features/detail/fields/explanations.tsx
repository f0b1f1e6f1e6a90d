// What is odd about the delivery, in sentences that can be sent on: warnings in sight, information behind a count.
import { ChevronRight, Copy, Info, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { DeliveryDetail, Explanation } from '#shared/protocol/delivery.ts';
import { Button } from '#renderer/ui/button.tsx';
import { useCopy } from '../use-copy.ts';
import { toVendorReport } from './vendor-report.ts';
import styles from './explanations.module.css';

export type ExplanationsProps = Pick<DeliveryDetail, 'eventId' | 'eventName' | 'receivedAt' | 'explanations'>;

export function Explanations(props: ExplanationsProps) {
  const { explanations } = props;
  const copy = useCopy();
  if (explanations.length === 0) return null;
  const warnings = explanations.filter(({ severity }) => severity === 'warning');
  const notes = explanations.filter(({ severity }) => severity === 'information');
  return (
    <section className={styles.block} data-odd={warnings.length > 0} aria-label="What is odd here">
      <Button
        variant="quiet"
        className={styles.copy}
        icon={<Copy aria-hidden />}
        onClick={() => copy('the explanations as Markdown', toVendorReport(props))}
      >
        Copy for the vendor
      </Button>
      {warnings.length === 0 ? null : (
        <Fold title={`What is odd here (${warnings.length})`} opened>
          <List explanations={warnings} />
        </Fold>
      )}
      {notes.length === 0 ? null : (
        <Fold title={`For information (${notes.length})`}>
          <List explanations={notes} />
        </Fold>
      )}
    </section>
  );
}

function Fold({ title, opened = false, children }: { title: string; opened?: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(opened);
  return (
    <>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight aria-hidden />
        {title}
      </button>
      {open ? children : null}
    </>
  );
}

function List({ explanations }: { explanations: readonly Explanation[] }) {
  return (
    <ul className={styles.list}>
      {explanations.map(({ code, path, message, section, severity }, index) => (
        <li key={`${index} ${code}`} className={styles.item} data-severity={severity}>
          {severity === 'warning' ? <TriangleAlert aria-hidden /> : <Info aria-hidden />}
          <span>
            {message}
            {path === null || message.includes(path) ? null : (
              <>
                {' '}
                <code>{path}</code>
              </>
            )}
            {section === null ? null : <span className={styles.section}>{section}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
