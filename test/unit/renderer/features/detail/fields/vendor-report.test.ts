import { describe, expect, it } from 'vitest';
import { toVendorReport } from '#renderer/features/detail/fields/vendor-report.ts';

const explanation = {
  code: 'field_type',
  path: 'payload.error_type',
  message: 'payload.error_type is a string ("4"); the specification lists integer.',
  section: 'Events',
  severity: 'warning',
} as const;
const detail = {
  eventId: '8b1f0c9e',
  eventName: 'notification.not_attempted',
  receivedAt: '2026-11-21T13:03:58.317Z',
};

describe('the report for the vendor', () => {
  it('names the event, when it came, and each oddity with its field and section, warnings first', () => {
    const note = { ...explanation, path: null, message: 'Fine.', section: null, severity: 'information' } as const;
    expect(toVendorReport({ ...detail, explanations: [note, explanation] })).toBe(
      [
        '- event_id: `8b1f0c9e`',
        '- event_name: `notification.not_attempted`',
        '- received: 2026-11-21T13:03:58.317Z',
        '',
        '1. **Warning** `payload.error_type`: payload.error\\_type is a string ("4"); the specification lists integer. (specification, section “Events”)',
        '2. Information: Fine.',
        '',
      ].join('\n'),
    );
  });

  it('keeps a stranger’s text from writing Markdown of its own', () => {
    const report = toVendorReport({
      eventId: 'a`b\n# headline',
      eventName: null,
      receivedAt: detail.receivedAt,
      explanations: [{ ...explanation, message: '<img src=x> [link](http://a.test)' }],
    });
    expect(report).toContain('- event_id: `` a`b # headline ``');
    expect(report).toContain('\\<img src=x\\> \\[link\\](http://a.test)');
  });
});
