/** `aria-rowindex` of the first row: it counts from 1, and the heads are a row too. */
export const firstRowIndex = 2;

/** Element id of a row, for `aria-activedescendant`. */
export function toRowElementId(index: number): string {
  return `delivery-row-${index}`;
}

/** The list as an ARIA grid: one tab stop, the active row named, and the count of all rows with the one of heads. */
export function toGridProps(total: number, activeRow: number | null) {
  return {
    id: 'delivery-grid',
    role: 'grid',
    tabIndex: 0,
    'aria-label': 'Deliveries',
    'aria-rowcount': total + 1,
    'aria-activedescendant': activeRow === null ? undefined : toRowElementId(activeRow),
  };
}
