import type { AnswerProgram } from '#shared/answer/answer.ts';
import type { FilterError } from '#shared/filter/parse-filter.ts';
import type { Facets, Histogram, ListOrder } from '#shared/protocol/query.ts';
import type { AnswerState, Status } from '#shared/protocol/status.ts';
import type { Preferences } from './preferences.ts';

/** `away`: the engine does not answer; the client keeps trying. */
export type Connection = 'connecting' | 'open' | 'away';

export interface InspectorState {
  connection: Connection;
  /** As of the newest live message; null until the first. */
  status: Status | null;

  /** Filter that is applied: always one that can be understood. */
  filterText: string;
  /** What is in the box, applied or not. */
  filterDraft: string;
  /** Why the draft is not applied; empty when it is. */
  filterErrors: readonly FilterError[];
  order: ListOrder;
  /** One row for each event: its newest try. */
  grouped: boolean;

  /** Live: glued to the newest row. Held: nothing on the screen moves. */
  follow: 'live' | 'held';
  /** When the list became held, epoch milliseconds; null while live. */
  heldAtMs: number | null;
  /** Rows that matched when the list was held; null while live. */
  heldTotal: number | null;
  /** Rows that match now, but were not there when the list was held. */
  newCount: number;

  /** Rows that match, as the list shows them. */
  total: number;
  /** Grows whenever cached rows change; `rows` of the inspector is read anew then. */
  rowsVersion: number;
  /** The first page of the present filter and order is still on its way. */
  loading: boolean;
  /** Why rows cannot be read, in one line; null while they can. */
  rowsError: string | null;

  activeId: number | null;
  activeIndex: number | null;
  /** Side A of the next comparison. */
  pinnedId: number | null;
  /** Deliveries visited, oldest first, and where we stand among them. */
  visited: readonly number[];
  visitedAt: number;

  /** What was armed before the last change made here; null where there is nothing to go back to. */
  undoProgram: AnswerProgram | null;
  /** The fault whose limit ran out last, and when, epoch milliseconds; null until one does, and once something is armed from here. */
  limitEnded: { atMs: number; ended: AnswerState } | null;

  /** Counts over everything captured (not only what matches). */
  facets: Facets | null;
  /** Arrivals over time of what matches. */
  histogram: Histogram | null;

  preferences: Preferences;
}

export function createInitialState(preferences: Preferences): InspectorState {
  return {
    connection: 'connecting',
    status: null,
    filterText: '',
    filterDraft: '',
    filterErrors: [],
    order: 'arrival',
    grouped: false,
    follow: 'live',
    heldAtMs: null,
    heldTotal: null,
    newCount: 0,
    total: 0,
    rowsVersion: 0,
    loading: true,
    rowsError: null,
    activeId: null,
    activeIndex: null,
    pinnedId: null,
    visited: [],
    visitedAt: -1,
    undoProgram: null,
    limitEnded: null,
    facets: null,
    histogram: null,
    preferences,
  };
}
