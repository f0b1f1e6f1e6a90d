import { describe, expect, it } from 'vitest';
import { formatAttempt, formatAttemptJson, formatSendReport } from '#cli/attempt-lines.ts';
import { formatReplay } from '#cli/commands/replay-command.ts';
import { formatDelivery } from '#cli/commands/tail-command.ts';
import { toOpenerCommand } from '#cli/open-in-browser.ts';
import { toBanner } from '#cli/commands/serve-command.ts';
import type { SendAttempt } from '#engine/simulator/send-attempt.ts';
import type { DeliveryItem } from '#shared/protocol/delivery.ts';

// Local time, as a person at this machine reads it.
const receivedAt = new Date(2026, 10, 21, 14, 3, 58, 317);
const attempt: SendAttempt = {
  call: { events: [{ eventId: 'e-1', eventName: 'message.delivered' }], body: '{}' },
  attempt: 3,
  startedAtMs: receivedAt.getTime(),
  durationMs: 12.34567,
  status: 500,
  error: null,
  last: false,
};
const item: DeliveryItem = {
  id: 7,
  requestId: 5,
  seq: 7,
  receivedAt: receivedAt.toISOString(),
  answeredAt: null,
  peerClosedAt: null,
  eventId: 'e-1',
  eventName: 'notification.undelivered',
  eventTs: null,
  lagMs: 912,
  attempt: 3,
  attempts: 3,
  classes: [],
  credential: null,
  answer: { action: 'respond', status: 500, decidedBy: 'override', detail: null, note: null, released: null },
  unparsed: false,
  batchIndex: null,
  early: true,
  late: false,
  problems: [],
  summary: 'ntf_77120',
  sizeBytes: 900,
  environment: 'other',
  auth: 'none',
  origin: 'platform',
};

describe('lines for a person', () => {
  it('tell an attempt', () => {
    expect(formatAttempt(attempt)).toBe('14:03:58.317 message.delivered ✕500 3/4 12 ms e-1');
    expect(formatAttempt({ ...attempt, attempt: 4, status: null, error: 'timeout' })).toContain(' ✕timeout 4/4 ');
    expect(formatAttempt({ ...attempt, status: 200 })).toContain(' ✓200 ');
  });

  it('cannot steer the terminal, whatever a stranger named an event', () => {
    const line = formatDelivery({ ...item, eventName: 'a\u001b[2J\nb', eventId: '\u009d52;c;x\u0007' });
    expect(line).not.toMatch(/\p{Cc}/u);
    expect(line).toContain('ntf_77120');
  });

  it('tell a batch by its size', () => {
    const events = [attempt.call.events, attempt.call.events].flat();
    expect(formatAttempt({ ...attempt, call: { events, body: '[]' } })).toBe('14:03:58.317 batch of 2 ✕500 3/4 12 ms');
  });

  it('tell what became of everything', () => {
    const report = { events: 3, accepted: 2, attempts: 6, byOutcome: { 200: 2, timeout: 1 }, stopped: false };
    expect(formatSendReport(report, 9)).toBe(
      'Done: 3 events · 2 accepted · 6 calls · ended in 200 ×2, timeout ×1 · seed 9',
    );
    expect(formatSendReport({ ...report, stopped: true }, 9)).toMatch(/^Stopped: /);
  });

  it('tell a delivery', () => {
    expect(formatDelivery(item)).toBe('14:03:58.317 notification.undelivered ✕500 3/4 lag 0.9s early ntf_77120 e-1');
  });

  it('tell what a try is in its chain, and what changed with it', () => {
    const answer = { ...item.answer, status: 200, note: '3 of 3 answered 500: back to 200' };
    const line = formatDelivery({ ...item, attempt: 5, classes: ['duplicate-after-200', 'beyond-limit'], answer });
    expect(line).toContain(' ✓200 5/4 duplicate beyond-limit ');
    expect(line).toMatch(/ \(3 of 3 answered 500: back to 200\)$/);
  });

  it('tell a delivery of which nothing could be read', () => {
    const unparsed = {
      ...item,
      eventId: null,
      eventName: null,
      lagMs: null,
      unparsed: true,
      early: false,
      summary: '',
    };
    const hung = {
      action: 'hang',
      status: null,
      decidedBy: 'override',
      detail: null,
      note: null,
      released: null,
    } as const;
    expect(formatDelivery({ ...unparsed, attempt: 1, answer: hung })).toBe('14:03:58.317 (unparsed) ✕timeout 1/4');
  });

  it('tell the end of a replay', () => {
    const replay = { id: 2, state: 'done', total: 3, sent: 3, message: null, shots: [] } as const;
    const line = formatReplay({ ...replay, shots: [], byStatus: { 200: 2, error: 1 }, targetUrl: 'http://x/' });
    expect(line).toBe('Replay 2 done · 3 of 3 sent to http://x/ · 200 ×2, error ×1');
  });

  it('tell how to send test events to a receiver that asks for credentials', () => {
    const ready = { event: 'ready', receiverUrl: 'http://r/', uiUrl: 'http://u/', apiUrl: '', token: '' } as const;
    const banner = toBanner({ ...ready, captureFile: 'c.hookloupe', pid: 1 }, { auth: 'apikey:k' }).join('\n');
    expect(banner).toContain('npm run --silent hookloupe -- send --to http://r/ --scenario all-kinds --auth SPEC');
    expect(banner).not.toContain('apikey:k');
  });
});

describe('lines for a program', () => {
  it('are one JSON object each', () => {
    expect(JSON.parse(formatAttemptJson(attempt))).toEqual({
      event: 'attempt',
      eventId: 'e-1',
      eventName: 'message.delivered',
      eventIds: ['e-1'],
      attempt: 3,
      status: 500,
      error: null,
      startedAt: receivedAt.toISOString(),
      durationMs: 12.346,
    });
  });
});

describe("the system's opener", () => {
  it.each([
    ['linux', 'xdg-open', ['http://u/?token=a']],
    ['darwin', 'open', ['http://u/?token=a']],
    ['win32', 'rundll32', ['url.dll,FileProtocolHandler', 'http://u/?token=a']],
  ] as const)('on %s is %s', (platform, program, args) => {
    expect(toOpenerCommand(platform, 'http://u/?token=a')).toEqual([program, args]);
  });
});
