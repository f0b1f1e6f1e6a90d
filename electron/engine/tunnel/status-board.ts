import { toIsoTime } from '#shared/protocol/iso-time.ts';
import type { TunnelState, TunnelStatus } from '#shared/protocol/status.ts';

export interface StatusBoard {
  read(): TunnelStatus;
  /** Shows a state. `since` moves only when the state itself changes; nobody is told about a status that stayed the same. */
  show(change: { state: TunnelState; url: string | null; message: string | null }): void;
  showToken(hasToken: boolean): void;
  onChange(listener: (status: TunnelStatus) => void): () => void;
}

/** The one place where the status of a tunnel is kept, and from where its changes are told. */
export function statusBoardOf(now: () => number, hasToken: boolean): StatusBoard {
  const listeners = new Set<(status: TunnelStatus) => void>();
  let status: TunnelStatus = { state: 'off', url: null, message: null, since: toIsoTime(now()), hasToken };

  const replace = (next: TunnelStatus): void => {
    const same = next.state === status.state && next.url === status.url && next.message === status.message;
    if (same && next.hasToken === status.hasToken) return;
    status = next;
    for (const listener of listeners) listener(status);
  };

  return {
    read: () => status,
    show: (change) => {
      const since = change.state === status.state ? status.since : toIsoTime(now());
      replace({ ...change, since, hasToken: status.hasToken });
    },
    showToken: (known) => replace({ ...status, hasToken: known }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
