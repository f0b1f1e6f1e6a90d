import type { Status } from '#shared/protocol/status.ts';

type AuthType = Status['receiver']['auth']['type'];

/** The header the sender must use, with a placeholder where the credential goes; null when nothing is required. */
export function requiredHeader(type: AuthType): string | null {
  switch (type) {
    case 'none':
      return null;
    case 'basic':
      return 'Authorization: basic <BASE64_CREDENTIALS>';
    case 'apikey':
      return 'ApiKey: <API_KEY>';
    case 'bearer':
    case 'oauth':
    case 'jwks':
      return 'Authorization: <BEARER_TOKEN>';
  }
}

/** A POSIX shell command that posts one small envelope to the receiver. */
export function curlLine({ url, auth }: Pick<Status['receiver'], 'url' | 'auth'>, eventTs: string): string {
  const header = requiredHeader(auth.type);
  const envelope = {
    event_id: '8b1f0c9e-52e1-4d0a-9a55-3b1ad2e0c7f1',
    event_name: 'notification.attempted',
    event_ts: eventTs,
    payload: { ccid: 'c-100482', notification_id: 'ntf_77120', job_id: null, client_message_tag: '' },
  };
  return [
    `curl -X POST '${url}'`,
    `-H 'Content-Type: application/json'`,
    ...(header === null ? [] : [`-H '${header}'`]),
    `-d '${JSON.stringify(envelope)}'`,
  ].join(' \\\n  ');
}
