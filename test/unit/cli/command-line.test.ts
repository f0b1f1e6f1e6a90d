import { describe, expect, it } from 'vitest';
import { runCommandLine } from '#cli/command-line.ts';
import { simulatedKinds } from '#engine/simulator/create-envelope.ts';

interface Ran {
  code: number;
  out: string[];
  err: string[];
}

async function run(...args: string[]): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const context = {
    print: (line: string) => void out.push(line),
    warn: (line: string) => void err.push(line),
    signal: new AbortController().signal,
  };
  return { code: await runCommandLine(args, context), out, err };
}

const commands = 'serve, send, replay, tail, export, help';
const authForms =
  'none, basic:USER:PASSWORD, apikey:KEY, bearer:TOKEN, oauth:CLIENT_ID:CLIENT_SECRET, jwks:URL, jwks:file:PATH; a secret may be env:NAME or file:PATH';

describe('a wrong command line', () => {
  it.each([
    ['', `hookloupe: a command is missing. Allowed: ${commands}.`],
    ['sned', `hookloupe: unknown command 'sned' (Did you mean send?). Allowed: ${commands}.`],
    ['--colour', "hookloupe: unknown option '--colour'. Allowed: --version, --help."],
    [
      'tail --filtre x',
      "hookloupe tail: unknown option '--filtre' (Did you mean --filter?). " +
        'Allowed: --api, --token, --filter, --lines, --no-follow, --json, --help.',
    ],
    [
      'serve --port 99999',
      "hookloupe serve: option '--port <n>' argument '99999' is invalid. Allowed: 0 (any free port) to 65535.",
    ],
    [
      'serve --tunnel wormhole',
      "hookloupe serve: option '--tunnel <provider>' argument 'wormhole' is invalid. Allowed choices are none, ngrok.",
    ],
    [
      'send --kind nope',
      `hookloupe send: option '--kind <name>' argument 'nope' is invalid. Allowed choices are ${simulatedKinds.join(', ')}.`,
    ],
    [
      'send --kind message.delivered --scenario story',
      "hookloupe send: option '--kind <name>' cannot be used with option '--scenario <name>'.",
    ],
    [
      'send --rate fast',
      "hookloupe send: option '--rate <n/s>' argument 'fast' is invalid. Allowed: N/s, for example 20/s.",
    ],
    ['serve --port', "hookloupe serve: option '--port <n>' argument missing."],
    ['serve now', "hookloupe serve: too many arguments for 'serve'. Expected 0 arguments but got 1: now."],
    ['replay', "hookloupe replay: required option '--to <url>' not specified."],
    ['serve --tls-cert c.pem', '--tls-key is missing. Give --tls-cert FILE and --tls-key FILE together.'],
    [
      'serve --auth ticket:secret-1',
      `--auth: Authentication cannot be read: the authentication type is not known. Allowed: ${authForms}.`,
    ],
    [
      'send --auth apikey:env:HOOKLOUPE_TEST_UNSET',
      '--auth: The environment variable HOOKLOUPE_TEST_UNSET is not set. Set it to the secret.',
    ],
    ['send --file absent.ndjson', '--file: absent.ndjson cannot be read. Give a file that exists.'],
    ['tail', "The control API needs its token. Give --token TOKEN or set HOOKLOUPE_TOKEN; 'serve --json' prints it."],
    ['import events.har', 'hookloupe import: not available in this version.'],
    ['check --junit', 'hookloupe check: not available in this version.'],
  ])('%j ends with 2 and one line that says why', async (line, message) => {
    expect(await run(...line.split(' ').filter(Boolean))).toEqual({ code: 2, out: [], err: [message] });
  });
});

describe('help', () => {
  it('lists what works and nothing else', async () => {
    const { code, out, err } = await run('--help');
    expect([code, err]).toEqual([0, []]);
    for (const name of ['serve', 'send', 'replay', 'tail', 'export']) expect(out.join('\n')).toContain(`  ${name} `);
    expect(out.join('\n')).not.toMatch(/import|check/);
  });

  it.each(['serve', 'send', 'replay', 'tail', 'export'])('of %s ends with examples', async (name) => {
    const { code, out } = await run(name, '--help');
    expect(code).toBe(0);
    expect(out.join('\n')).toMatch(new RegExp(`Examples:\n(  hookloupe ${name} .*\n?)+$`));
  });

  it('tells the version', async () => {
    const { code, out } = await run('--version');
    expect([code, out]).toEqual([0, [expect.stringMatching(/^\d+\.\d+\.\d+$/)]]);
  });
});
