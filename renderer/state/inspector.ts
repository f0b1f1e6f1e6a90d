// The whole state of the page and everything that can be done to it, with no React and no DOM: the client, the live stream's
// messages, preferences' storage, the clock and the toasts come from outside. Whoever creates it closes it.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { addTerm, type TermEdit } from '#shared/filter/edit-filter.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import type { HostApi } from '#shared/host/host-api.ts';
import type { ListOrder } from '#shared/protocol/query.ts';
import type { LiveMessage } from '#shared/protocol/status.ts';
import type { EngineClient } from '../engine-client/engine-client.ts';
import { createArming, type ArmingActions } from './arming.ts';
import { createCommandRegistry, type CommandRegistry } from './commands.ts';
import { createInitialState, type Connection, type InspectorState } from './inspector-state.ts';
import { isWholeList } from './filter-query.ts';
import { createOverview } from './overview.ts';
import { narrowFilterText } from './narrow-filter-text.ts';
import type { PageCache } from './page-cache.ts';
import { readPreferences, type Preferences, type PreferenceStorage } from './preferences.ts';
import { createRowSource } from './row-source.ts';
import { createSelection, type SelectionActions } from './selection.ts';

export interface ToastOptions {
  tone?: 'ok' | 'warn' | 'danger';
  /** A button in the toast, e.g. Undo. */
  action?: { label: string; run: () => void };
}

export interface InspectorPorts {
  client: EngineClient;
  storage: PreferenceStorage;
  now: () => number;
  toast: (message: string, options: ToastOptions) => void;
  /** The desktop's safe storage of the tunnel's token; absent in a browser, where the engine keeps it. */
  keepAuthtoken?: HostApi['storeNgrokAuthtoken'] | null;
}

export interface InspectorActions extends SelectionActions, ArmingActions {
  hold(): void;
  resumeLive(): void;
  toggleHold(): void;
  /** Puts the list in another order; what is looked at stays in sight. */
  setOrder(order: ListOrder): void;
  /** Folds the tries of an event into one row, or unfolds them; what is looked at stays in sight. */
  setGrouped(grouped: boolean): void;
  /** The text in the filter box changed: applied a moment after it can be understood, and never while it cannot. */
  setFilterDraft(text: string): void;
  /** Puts a text into the filter box and applies it at once; without a filter what is looked at stays in sight. */
  applyFilter(text: string): void;
  /** Adds `key:value` to the filter and applies it; the value is taken literally, null is JSON's null. */
  addFilterTerm(key: string, value: string | null, mode: TermEdit['mode']): void;
  /** Narrows the filter by a term as it would be typed, e.g. a range of time. */
  narrowFilter(term: string): void;
  setPreference<K extends keyof Preferences>(key: K, value: Preferences[K]): void;
  /** The rows that are on the screen, end exclusive. */
  showRows(first: number, last: number): void;
  /** Reads the list again after it could not be read. */
  reload(): void;
  readonly keepAuthtoken: HostApi['storeNgrokAuthtoken'] | null;
  toast(message: string, options?: ToastOptions): void;
  /** Says in a toast why something did not work: `.catch(actions.report)`. */
  report(error: unknown): void;
}

export interface Inspector {
  readonly store: StoreApi<InspectorState>;
  readonly actions: InspectorActions;
  readonly rows: PageCache;
  readonly client: EngineClient;
  readonly commands: CommandRegistry;
  receive(message: LiveMessage): void;
  setConnection(connection: Connection): void;
  close(): void;
}

const draftDelayMs = 150;

export function createInspector({ client, storage, now, toast, keepAuthtoken = null }: InspectorPorts): Inspector {
  const store = createStore<InspectorState>(() => createInitialState(readPreferences(storage)));
  const overview = createOverview(store, client);
  const source = createRowSource(store, client, () => selection.settle());
  let draftTimer: ReturnType<typeof setTimeout> | undefined;

  const hold = (): void => {
    const { follow, total } = store.getState();
    if (follow === 'live') store.setState({ follow: 'held', heldAtMs: now(), heldTotal: total, newCount: 0 });
  };
  const selection = createSelection(store, source.rows, hold);
  const arming = createArming(store, client, now);
  const live = { follow: 'live', heldAtMs: null, heldTotal: null, newCount: 0 } as const;

  /** Reads another list from its newest row, or with `keep` around what is looked at. */
  const relist = (change: Partial<InspectorState>, keep: boolean): void => {
    const { activeIndex } = store.getState();
    const active = keep && activeIndex !== null ? source.rows.row(activeIndex) : undefined;
    store.setState({ ...change, activeIndex: null, ...live });
    source.reload();
    if (active)
      source.locate(active).then((index) => index !== null && selection.place(active.id, index), actions.report);
  };

  const applyFilter = (text: string): void => {
    clearTimeout(draftTimer);
    const filterErrors = parseFilter(text).errors;
    store.setState({ filterDraft: text, filterErrors });
    if (filterErrors.length > 0 || text.trim() === store.getState().filterText) return;
    relist({ filterText: text.trim() }, text.trim() === '');
    overview.refresh();
  };
  const resumeLive = (): void => {
    if (store.getState().follow === 'live') return;
    store.setState(live);
    if (!isWholeList(store.getState())) source.reload();
  };

  const actions: InspectorActions = {
    ...selection.actions,
    ...arming.actions,
    hold,
    resumeLive,
    toggleHold: () => (store.getState().follow === 'live' ? hold() : resumeLive()),
    setOrder(order) {
      if (order !== store.getState().order) relist({ order }, true);
    },
    setGrouped(grouped) {
      if (grouped !== store.getState().grouped) relist({ grouped }, true);
    },
    setFilterDraft(text) {
      clearTimeout(draftTimer);
      const filterErrors = parseFilter(text).errors;
      store.setState({ filterDraft: text, filterErrors });
      if (filterErrors.length === 0) draftTimer = setTimeout(() => applyFilter(text), draftDelayMs);
    },
    applyFilter,
    addFilterTerm: (key, value, mode) => applyFilter(addTerm(store.getState().filterText, { key, value, mode })),
    narrowFilter(term) {
      applyFilter(narrowFilterText(store.getState().filterText, term));
    },
    setPreference(key, value) {
      const preferences = { ...store.getState().preferences, [key]: value };
      store.setState({ preferences });
      storage.write(JSON.stringify(preferences));
      // Times in the filter mean something else now.
      if (key === 'zone' && store.getState().filterText !== '') relist({}, true);
    },
    showRows: (first, last) => source.show(first, last),
    reload: () => source.reload(),
    keepAuthtoken,
    toast: (message, options = {}) => toast(message, options),
    report: (error) => toast(error instanceof Error ? error.message : String(error), { tone: 'danger' }),
  };

  return {
    store,
    actions,
    rows: source.rows,
    client,
    commands: createCommandRegistry(),
    receive(message) {
      store.setState({ status: message.status });
      arming.observe(message.status.answer);
      if (message.type === 'hello') source.reload();
      else source.apply(message);
      overview.refresh();
    },
    setConnection: (connection) => store.setState({ connection }),
    close() {
      clearTimeout(draftTimer);
      overview.close();
      source.close();
    },
  };
}
