import { describe, expect, it } from 'vitest';
import { readAuthtoken } from '#engine/tunnel/read-authtoken.ts';

const settingsWith = (authtoken: string | null) => ({ ngrok: { authtoken, domain: null } });
const files: Readonly<Record<string, string>> = { '/run/token': 'from-file\n', '/run/empty': ' \n' };
const readFile = (path: string): Promise<string> => {
  const text = files[path];
  return text === undefined ? Promise.reject(new Error('ENOENT')) : Promise.resolve(text);
};

describe('where the authtoken comes from', () => {
  it.each([
    ['our own variable first', { HOOKLOUPE_NGROK_AUTHTOKEN: 'ours', NGROK_AUTHTOKEN: 'theirs' }, 'kept', 'ours'],
    ["then ngrok's own variable", { HOOKLOUPE_NGROK_AUTHTOKEN: ' ', NGROK_AUTHTOKEN: 'theirs\n' }, 'kept', 'theirs'],
    ['then the settings', {}, ' kept ', 'kept'],
    ['a file that the environment names', { NGROK_AUTHTOKEN: 'file:/run/token' }, null, 'from-file'],
    ['a file that the settings name', {}, 'file:/run/token', 'from-file'],
    ['nowhere', { NGROK_AUTHTOKEN: '' }, ' ', null],
    ['nowhere at all', {}, null, null],
  ])('%s', async (_case, env, stored, expected) => {
    expect(await readAuthtoken(env, settingsWith(stored), readFile)).toBe(expected);
  });

  it.each(['/run/empty', '/run/missing'])('names the file that is no help: %s', async (path) => {
    await expect(
      readAuthtoken({ NGROK_AUTHTOKEN: `file:${path}` }, settingsWith(null), readFile),
    ).rejects.toMatchObject({
      code: 'TUNNEL_TOKEN_MISSING',
      message: expect.stringContaining(`The file ${path}, named in NGROK_AUTHTOKEN,`),
    });
  });
});
