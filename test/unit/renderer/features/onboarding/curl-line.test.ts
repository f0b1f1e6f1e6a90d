import { describe, expect, it } from 'vitest';
import { curlLine } from '#renderer/features/onboarding/curl-line.ts';

describe('the command to try the receiver with', () => {
  const at = '2026-11-21T13:03:57.417Z';

  it('posts an envelope with null and the empty string in it', () => {
    const line = curlLine(
      { url: 'http://127.0.0.1:4180/', auth: { type: 'none', mode: 'enforce', message: null } },
      at,
    );
    expect(line).toContain(`curl -X POST 'http://127.0.0.1:4180/'`);
    const envelope: unknown = JSON.parse(/-d '(.*)'/s.exec(line)?.[1] ?? '');
    expect(envelope).toMatchObject({ event_ts: at, payload: { job_id: null, client_message_tag: '' } });
  });

  it('has a place for the credentials that are in force', () => {
    expect(
      curlLine({ url: 'http://127.0.0.1:4180/', auth: { type: 'apikey', mode: 'enforce', message: null } }, at),
    ).toContain(`-H 'ApiKey: <API_KEY>'`);
  });
});
