import { CircleHelp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeFilter } from '#shared/filter/describe-filter.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { useActions, useInspector } from '#renderer/state/use-inspector.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { FilterBox } from './filter-box.tsx';
import { FilterHelp } from './filter-help.tsx';
import styles from './filter.module.css';

/** Filter box with its count, what it says in plain English or why it cannot be understood, and help. */
export function FilterBar({ aside }: { aside: ReactNode }) {
  const problem = useInspector((s) => s.filterErrors[0]?.message);
  const { applyFilter } = useActions();
  const empty = useInspector((s) => s.filterDraft === '');
  return (
    <search className={styles.bar}>
      <div className={styles.line}>
        <div className={joinClasses(styles.box, problem !== undefined && styles.invalid)}>
          <FilterBox />
          <MatchCount />
          {empty ? null : (
            <IconButton label="Clear the filter" className={styles.small} onClick={() => applyFilter('')}>
              <X aria-hidden />
            </IconButton>
          )}
          <FilterHelp
            trigger={
              <IconButton label="Filter help" className={styles.small}>
                <CircleHelp aria-hidden />
              </IconButton>
            }
          />
        </div>
        {aside}
      </div>
      <Echo />
    </search>
  );
}

function MatchCount() {
  const total = useInspector((s) => s.total);
  const captured = useInspector((s) => s.status?.store.deliveries ?? 0);
  const filtered = useInspector((s) => s.filterText !== '');
  return (
    <span className={styles.count} aria-live="polite">
      {filtered ? `${formatCount(total)} of ${formatCount(captured)}` : formatCount(total)}
    </span>
  );
}

function Echo() {
  const draft = useInspector((s) => s.filterDraft);
  const problem = useInspector((s) => s.filterErrors[0]?.message);
  if (problem !== undefined) {
    return (
      <output className={styles.problem}>{problem}. The list keeps the last filter that could be understood.</output>
    );
  }
  if (draft.trim() === '') return null;
  return <p className={styles.echo}>= {describeFilter(parseFilter(draft).ast)}</p>;
}
