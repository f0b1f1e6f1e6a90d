// What a failure of the ngrok SDK means: the words for the user, and whether trying again can help.
// The SDK gives plain texts whose only structure is a code, `ERR_NGROK_n`, and that only when the service itself refused;
// without one it was the network, which comes back by itself. ngrok's own texts may quote the authtoken: it is taken out.
import { TimeLimitError } from './settle-within.ts';

/**
 * What to do about a failure: `retry` for as long as it takes, retry for about a minute only, since it is most likely an older
 * session of ours that the service has not dropped yet (`wait`), or `stop` because only the user can change the outcome.
 */
export type NgrokRemedy = 'retry' | 'wait' | 'stop';

export interface NgrokFailure {
  /** The n of `ERR_NGROK_n`; null when the service did not name one. */
  code: number | null;
  remedy: NgrokRemedy;
  /** What happened and what to do, in one line, for the user. */
  message: string;
}

/** The native component is missing or does not fit this computer. */
export class NgrokUnusableError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'NgrokUnusableError';
  }
}

interface KnownFailure {
  remedy: NgrokRemedy;
  what: string;
  todo: string;
}

const dashboardToken = 'Copy it again from your ngrok dashboard.';

const knownFailures: ReadonlyMap<number, KnownFailure> = new Map([
  [105, { remedy: 'stop', what: 'ngrok refused the authtoken', todo: dashboardToken }],
  [106, { remedy: 'stop', what: 'ngrok refused the authtoken, which is of an old form', todo: dashboardToken }],
  [107, { remedy: 'stop', what: 'ngrok refused the authtoken', todo: dashboardToken }],
  [
    108,
    {
      remedy: 'stop',
      what: 'Your ngrok account has too many agents online',
      todo: 'Stop another one; a closed agent still counts for some seconds.',
    },
  ],
  [
    121,
    {
      remedy: 'stop',
      what: 'ngrok no longer accepts the agent version built into this Hookloupe',
      todo: 'Install a newer Hookloupe.',
    },
  ],
  [
    313,
    {
      remedy: 'stop',
      what: 'Your ngrok plan does not include this domain',
      todo: 'Leave the domain empty to get the one of your account, or change the plan.',
    },
  ],
  [
    319,
    {
      remedy: 'stop',
      what: 'The domain is not reserved in your ngrok account',
      todo: 'Reserve it in the ngrok dashboard, or leave the domain empty.',
    },
  ],
  [
    320,
    {
      remedy: 'stop',
      what: 'The domain belongs to another ngrok account',
      todo: 'Use a domain of your own account, or leave the domain empty.',
    },
  ],
  [
    326,
    { remedy: 'stop', what: 'The domain has a character ngrok does not allow', todo: 'Correct it, or leave it empty.' },
  ],
  [
    334,
    {
      remedy: 'wait',
      what: 'The domain is already online in another agent',
      todo: 'Close that agent or use another domain.',
    },
  ],
  [4018, { remedy: 'stop', what: 'ngrok wants an authtoken', todo: 'Copy yours from your ngrok dashboard.' }],
  [
    8014,
    {
      remedy: 'stop',
      what: 'ngrok blocked the account for a suspected violation of its terms',
      todo: 'Ask ngrok support.',
    },
  ],
]);

/** Reads what the SDK threw. `authtoken` is the one that was used, so that it can be kept out of the message. */
export function readNgrokFailure(error: unknown, authtoken: string): NgrokFailure {
  if (error instanceof NgrokUnusableError) return { code: null, remedy: 'stop', message: toInstallAdvice(error) };
  if (error instanceof TimeLimitError) return networkFailure(`ngrok did not answer within ${error.limitMs / 1000} s.`);
  const text = error instanceof Error ? error.message : String(error);
  const code = /ERR_NGROK_(\d{1,6})/.exec(text)?.[1];
  if (code !== undefined) return serviceFailure(Number(code), toOneLine(text, authtoken));
  if (text.includes('tcp connection')) return networkFailure('ngrok cannot be reached.');
  if (text.includes('tls handshake')) {
    return networkFailure('The connection to ngrok is not trusted, as behind a proxy that opens TLS.');
  }
  return networkFailure(`The connection to ngrok failed (${toOneLine(text, authtoken)}).`);
}

function serviceFailure(code: number, text: string): NgrokFailure {
  const known = knownFailures.get(code);
  if (known === undefined) return { code, remedy: 'retry', message: `ngrok refused (${text}).` };
  return { code, remedy: known.remedy, message: `${known.what} (ERR_NGROK_${code}). ${known.todo}` };
}

function networkFailure(what: string): NgrokFailure {
  return { code: null, remedy: 'retry', message: `${what} Check the network connection.` };
}

function toInstallAdvice(error: NgrokUnusableError): string {
  const detail = error.message.split('\n', 1).join('');
  const todo =
    process.platform === 'win32'
      ? 'Install the Microsoft Visual C++ redistributable, then Hookloupe again.'
      : 'Install Hookloupe again, or use a public URL of your own.';
  return `The ngrok component for ${process.platform}-${process.arch} cannot be loaded (${detail}). ${todo}`;
}

const longestQuote = 300;

function toOneLine(text: string, authtoken: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const safe = authtoken === '' ? line : line.replaceAll(authtoken, '…');
  return safe.length > longestQuote ? `${safe.slice(0, longestQuote)}…` : safe;
}
