import { describe, expect, it } from 'vitest';
import { registerHostCalls } from '#main/host-calls.ts';
import { hostChannels } from '#shared/host/host-api.ts';
import { createIpcMainStandIn } from '#test/support/electron-stand-in.ts';

const origin = 'http://127.0.0.1:4181';
const ownFrame = { parent: null, origin };
const ownPage = { sender: { id: 7 }, senderFrame: ownFrame };

function registered({ ownOrigin = origin, ownId = 7 }: { ownOrigin?: string | null; ownId?: number | null } = {}) {
  const ran: unknown[] = [];
  const { ipcMain, channels, invoke } = createIpcMainStandIn();
  registerHostCalls({
    ipcMain,
    ownContentsId: () => ownId,
    ownOrigin: () => ownOrigin,
    calls: {
      openExternal: async (url) => void ran.push(url),
      showCaptureFile: async () => void ran.push('shown'),
      storeNgrokAuthtoken: async (authtoken) => {
        ran.push(authtoken);
        return { kept: 'encrypted', message: null };
      },
    },
  });
  return { ran, channels, invoke };
}

const forged = {
  'a frame that is gone': { ...ownPage, senderFrame: null },
  'a frame inside our page': { ...ownPage, senderFrame: { ...ownFrame, parent: ownFrame } },
  'another window': { ...ownPage, sender: { id: 8 } },
  'another port': { ...ownPage, senderFrame: { ...ownFrame, origin: 'http://127.0.0.1:4180' } },
  'another scheme': { ...ownPage, senderFrame: { ...ownFrame, origin: 'https://127.0.0.1:4181' } },
  'another name of this machine': { ...ownPage, senderFrame: { ...ownFrame, origin: 'http://localhost:4181' } },
  'an origin that begins like ours': { ...ownPage, senderFrame: { ...ownFrame, origin: `${origin}.example.com` } },
  'an opaque origin': { ...ownPage, senderFrame: { ...ownFrame, origin: 'null' } },
  'an empty origin': { ...ownPage, senderFrame: { ...ownFrame, origin: '' } },
  'a page of the web': { ...ownPage, senderFrame: { ...ownFrame, origin: 'https://example.com' } },
  'a file': { ...ownPage, senderFrame: { ...ownFrame, origin: 'file://' } },
};

describe('a call to the main process', () => {
  it('is answered when our page makes it', async () => {
    const { ran, invoke } = registered();
    await invoke(hostChannels.openExternal, ownPage, 'https://ngrok.com/');
    await invoke(hostChannels.showCaptureFile, ownPage);
    expect(await invoke(hostChannels.storeNgrokAuthtoken, ownPage, ' secret ')).toMatchObject({ kept: 'encrypted' });
    expect(ran).toEqual(['https://ngrok.com/', 'shown', 'secret']);
  });

  it.each(Object.entries(forged))('is refused from %s', async (_, sender) => {
    const { ran, channels, invoke } = registered();
    for (const channel of channels()) await expect(invoke(channel, sender, 'x')).rejects.toThrow('our page');
    expect(ran).toEqual([]);
  });

  it('is refused while there is no engine or no window', async () => {
    for (const { ran, invoke } of [registered({ ownOrigin: null }), registered({ ownId: null })]) {
      await expect(invoke(hostChannels.showCaptureFile, ownPage)).rejects.toThrow('our page');
      expect(ran).toEqual([]);
    }
  });

  it.each([
    [hostChannels.openExternal, []],
    [hostChannels.openExternal, [{ toString: 'https://ngrok.com/' }]],
    [hostChannels.openExternal, ['x'.repeat(2001)]],
    [hostChannels.showCaptureFile, ['/etc/passwd']],
    [hostChannels.storeNgrokAuthtoken, ['']],
    [hostChannels.storeNgrokAuthtoken, ['a', 'b']],
    [hostChannels.storeNgrokAuthtoken, ['x'.repeat(501)]],
  ])('is refused with arguments it does not take: %s %#', async (channel, args) => {
    const { ran, invoke } = registered();
    await expect(invoke(channel, ownPage, ...args)).rejects.toThrow('arguments');
    expect(ran).toEqual([]);
  });

  it('exists for every channel of the contract that is not a command', () => {
    const { command, ...calls } = hostChannels;
    expect(registered().channels().toSorted()).toEqual(Object.values(calls).toSorted());
    expect(command).toBe('host.command');
  });
});
