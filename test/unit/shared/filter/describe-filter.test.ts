import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFilter } from '#shared/filter/describe-filter.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { filterNode } from './filter-arbitraries.ts';

describe('the echo in plain English', () => {
  it.each([
    ['', 'All events'],
    ['event:notification.* lag:>5s -status:200', 'SMS events, slower than 5 s, not answered 200'],
    ['kind:sms,feed', 'SMS or FEED events'],
    ['status:500,timeout', 'Answered 500 or timeout'],
    ['status:400..499', 'Answered 400 to 499'],
    ['received:10m', 'Received in the last 10 m'],
    ['received:>=09:00', 'Received from 09:00'],
    ['try:>=2', 'Try at least 2'],
    ['payload.job_id:null', 'payload.job_id is null'],
    ['type(payload.error_type):string', 'payload.error_type of type string'],
    ['header.user-agent:~curl', 'Header user-agent containing curl'],
    ['ccid:c-1 (is:early OR is:late)', 'Customer c-1, (early or late)'],
    ['"bill is ready"', 'Containing “bill is ready”'],
    ['text:/a|b/i', 'Text matching /a|b/i'],
  ])('%s', (text, expected) => {
    expect(describeFilter(parseFilter(text).ast)).toBe(expected);
  });

  it('says something of every filter', () => {
    fc.assert(
      fc.property(filterNode, (ast) => {
        expect(describeFilter(ast).trim()).not.toBe('');
      }),
    );
  });
});
