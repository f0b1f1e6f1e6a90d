// Which delivery is looked at, where it stands in the list, and the way back. Moving holds the list, so that what was chosen stays put.
import type { StoreApi } from 'zustand';
import type { InspectorState } from './inspector-state.ts';
import type { PageCache } from './page-cache.ts';

const maxVisited = 100;

export interface SelectionActions {
  /** Looks at a delivery; `index` is its place in the list where the caller knows it. */
  selectDelivery(id: number, index?: number): void;
  /** Moves the selection by rows; from nothing, and while live, it starts at the newest row. */
  moveSelection(by: number): void;
  /** Looks at another try of the event that is looked at. Grouped, the row of the event stays the active one. */
  selectTry(id: number): void;
  selectIndex(index: number): void;
  clearSelection(): void;
  visitBack(): void;
  visitForward(): void;
  /** Pins a delivery as side A of the next comparison; null unpins. */
  pinA(id: number | null): void;
}

export interface Selection {
  actions: SelectionActions;
  /** Rows came in: find the active delivery among them, or the delivery at an index that was chosen before it was loaded. */
  settle(): void;
  /** The active delivery stands at this index, or near it: the list goes there. */
  place(id: number, index: number): void;
}

export function createSelection(store: StoreApi<InspectorState>, rows: PageCache, hold: () => void): Selection {
  let wantedIndex: number | null = null;

  const show = (id: number, index: number | null): void => {
    hold();
    wantedIndex = null;
    store.setState({ activeId: id, activeIndex: index });
  };
  const select = (id: number, index: number | null): void => {
    const { visited, visitedAt, activeId } = store.getState();
    show(id, index);
    if (id === activeId) return;
    const trail = [...visited.slice(0, visitedAt + 1), id].slice(-maxVisited);
    store.setState({ visited: trail, visitedAt: trail.length - 1 });
  };
  const selectIndex = (index: number): void => {
    const { total } = store.getState();
    if (total === 0) return;
    const target = Math.min(Math.max(index, 0), total - 1);
    const row = rows.row(target);
    if (row) return select(row.id, target);
    hold();
    wantedIndex = target;
    store.setState({ activeIndex: target });
  };
  const visit = (step: -1 | 1): void => {
    const { visited, visitedAt } = store.getState();
    const id = visited[visitedAt + step];
    if (id === undefined) return;
    show(id, toIndex(rows.indexOf(id)));
    store.setState({ visitedAt: visitedAt + step });
  };

  return {
    actions: {
      selectDelivery: (id, index) => select(id, index ?? toIndex(rows.indexOf(id))),
      moveSelection(by) {
        const { activeIndex, total, follow } = store.getState();
        selectIndex(activeIndex === null || follow === 'live' ? total - 1 : activeIndex + by);
      },
      selectTry(id) {
        const { grouped, activeIndex } = store.getState();
        const index = rows.indexOf(id);
        select(id, index < 0 && grouped ? activeIndex : toIndex(index));
      },
      selectIndex,
      clearSelection() {
        wantedIndex = null;
        store.setState({ activeId: null, activeIndex: null });
      },
      visitBack: () => visit(-1),
      visitForward: () => visit(1),
      pinA: (id) => store.setState({ pinnedId: id }),
    },
    place(id, index) {
      if (store.getState().activeId !== id) return;
      hold();
      store.setState({ activeIndex: index });
    },
    settle() {
      const { activeId, activeIndex } = store.getState();
      const wanted = wantedIndex === null ? undefined : rows.row(wantedIndex);
      if (wanted && wantedIndex !== null) return select(wanted.id, wantedIndex);
      if (activeId === null || wantedIndex !== null) return;
      if (activeIndex !== null && rows.row(activeIndex)?.id === activeId) return;
      const index = toIndex(rows.indexOf(activeId));
      const { grouped, follow } = store.getState();
      // Of a group only the newest try has a row; while the list is held, that of an older one stays where it is.
      if (index !== null || !grouped || follow === 'live') store.setState({ activeIndex: index });
    },
  };
}

const toIndex = (found: number): number | null => (found < 0 ? null : found);
