import { useState, type ReactElement } from 'react';
import { useActions } from '#renderer/state/use-inspector.ts';
import { Popover } from '#renderer/ui/popup/popover.tsx';
import { SectionTitle } from '#renderer/ui/section-title.tsx';
import { filterExamples } from './filter-examples.ts';
import styles from './filter.module.css';

/** Examples of the language; a click puts one into the box. */
export function FilterHelp({ trigger }: { trigger: ReactElement }) {
  const [open, setOpen] = useState(false);
  const { applyFilter } = useActions();
  const use = (text: string): void => {
    applyFilter(text);
    setOpen(false);
  };
  return (
    <Popover label="Filter help" trigger={trigger} align="end" open={open} onOpenChange={setOpen}>
      <SectionTitle>Filter by example</SectionTitle>
      <ul className={styles.examples}>
        {filterExamples.map(({ text, meaning }) => (
          <li key={text}>
            <button type="button" onClick={() => use(text)}>
              <code>{text}</code>
              <span>{meaning}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.helpNote}>
        Terms side by side must all hold. OR, NOT and parentheses work. Esc puts the applied filter back.
      </p>
    </Popover>
  );
}
