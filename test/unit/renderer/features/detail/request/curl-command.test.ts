import { describe, expect, it } from 'vitest';
import { curlCommand, shellQuote } from '#renderer/features/detail/request/curl-command.ts';
import { requestRecord } from '../request-record.ts';

describe('a request as a cURL command', () => {
  it('sends method, target, headers and body, without credentials and without what curl writes itself', () => {
    const request = requestRecord({
      rawHeaders: [
        ['Host', 'a.test'],
        ['Content-Type', 'application/json'],
        ['ApiKey', 'sk_live_1'],
        ['Content-Length', '12'],
      ],
    });
    expect(curlCommand(request, 'http://127.0.0.1:4180/', `{"a":"it's"}`)).toBe(
      [
        'curl -X POST http://127.0.0.1:4180/push',
        `-H 'Content-Type: application/json'`,
        `--data-binary '{"a":"it'\\''s"}'`,
      ].join(' \\\n  '),
    );
  });

  it('quotes whatever a shell would read as more than a word', () => {
    expect(shellQuote('$(rm -rf /)')).toBe(`'$(rm -rf /)'`);
  });
});
