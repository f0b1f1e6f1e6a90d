import { Keyboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { commandGroups, commandIds, commands, type CommandId } from '#renderer/state/commands.ts';
import { useCommand, useCommands } from '#renderer/state/use-inspector.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { SectionTitle } from '#renderer/ui/section-title.tsx';
import { formatKey } from './format-key.ts';
import { bindKeys } from './key-bindings.ts';
import styles from './keys.module.css';

/** Dispatches the keys while mounted, and shows the sheet of those that do something just now. */
export function Keys() {
  const registry = useCommands();
  const [open, setOpen] = useState(false);
  useEffect(() => bindKeys(window, registry), [registry]);
  useCommand('view.keys', () => setOpen(true));
  return (
    <>
      <IconButton label="Keys (?)" onClick={() => setOpen(true)}>
        <Keyboard aria-hidden />
      </IconButton>
      <Dialog open={open} onOpenChange={setOpen} title="Keys" width="wide">
        <div className={styles.sheet}>
          {commandGroups.map((group) => (
            <KeyGroup
              key={group}
              title={group}
              ids={commandIds.filter((id) => commands[id].group === group && registry.has(id))}
            />
          ))}
        </div>
      </Dialog>
    </>
  );
}

function KeyGroup({ title, ids }: { title: string; ids: CommandId[] }) {
  if (ids.length === 0) return null;
  return (
    <section className={styles.group}>
      <SectionTitle>{title}</SectionTitle>
      <dl>
        {ids.map((id) => (
          <div key={id} className={styles.line}>
            <dt>{commands[id].title}</dt>
            <dd>
              {commands[id].keys.map((key) => (
                <KeyCombination key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function KeyCombination({ keys }: { keys: string }) {
  const isMac = navigator.platform.startsWith('Mac');
  return (
    <span className={styles.combination}>
      {formatKey(keys, isMac).map((part) => (
        <kbd key={part} className={styles.key}>
          {part}
        </kbd>
      ))}
    </span>
  );
}
