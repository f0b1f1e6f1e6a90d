import type { MouseEvent, ReactNode } from 'react';
import { hasTerm, toggleFacet } from '#shared/filter/edit-filter.ts';
import { useActions, useInspector } from '#renderer/state/use-inspector.ts';
import { formatCount, formatShortCount } from '#renderer/ui/format-amount.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import styles from './facets.module.css';

export interface FacetRowProps {
  filterKey: string;
  value: string;
  count: number;
  /** Full name for the tooltip. */
  name: string;
  indent?: boolean;
  children: ReactNode;
}

/** One value with its count. A click adds it to the filter or takes it out; with Alt it is excluded. */
export function FacetRow({ filterKey, value, count, name, indent = false, children }: FacetRowProps) {
  const on = useInspector((s) => hasTerm(s.filterText, filterKey, value));
  const text = useInspector((s) => s.filterText);
  const actions = useActions();
  const toggle = (event: MouseEvent): void => {
    if (event.altKey) actions.addFilterTerm(filterKey, value, 'exclude');
    else actions.applyFilter(toggleFacet(text, filterKey, value));
  };
  return (
    <button
      type="button"
      aria-pressed={on}
      title={`${name} · ${formatCount(count)}\nClick: filter · Alt+click: exclude`}
      className={joinClasses(styles.row, indent && styles.indent)}
      onClick={toggle}
    >
      {children}
      <span className={styles.count}>{formatShortCount(count)}</span>
    </button>
  );
}
