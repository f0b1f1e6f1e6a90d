import { describe, expect, it } from 'vitest';
import { statusBoardOf } from '#engine/tunnel/status-board.ts';
import type { TunnelStatus } from '#shared/protocol/status.ts';

describe('the status of a tunnel', () => {
  it('says since when it is in its state, whatever else changes meanwhile', () => {
    let nowMs = 0;
    const board = statusBoardOf(() => nowMs, false);
    nowMs = 1000;
    board.show({ state: 'connecting', url: null, message: null });
    nowMs = 2000;
    board.show({ state: 'connecting', url: null, message: 'ngrok cannot be reached.' });
    expect(board.read()).toEqual({
      state: 'connecting',
      url: null,
      message: 'ngrok cannot be reached.',
      since: '1970-01-01T00:00:01.000Z',
      hasToken: false,
    });
  });

  it('is told once per change, to those who still listen', () => {
    const board = statusBoardOf(() => 0, false);
    const told: TunnelStatus[] = [];
    const stop = board.onChange((status) => void told.push(status));
    board.showToken(true);
    board.showToken(true);
    board.show({ state: 'connecting', url: null, message: null });
    board.show({ state: 'connecting', url: null, message: null });
    stop();
    board.show({ state: 'off', url: null, message: null });
    expect(told.map(({ state, hasToken }) => [state, hasToken])).toEqual([
      ['off', true],
      ['connecting', true],
    ]);
  });
});
