import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSecrets, type SecretsOptions } from '#main/secrets.ts';
import { useTempFolder } from '#test/support/temp-folder.ts';

const folder = useTempFolder();

const flip = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x55));

function safeStorage(options: { available?: boolean; backend?: string; rotated?: boolean } = {}) {
  const { available = true, backend = 'gnome_libsecret', rotated = false } = options;
  let encryptions = 0;
  const stand = {
    isAsyncEncryptionAvailable: async () => available,
    getSelectedStorageBackend: () => backend,
    encryptStringAsync: async (text: string) => {
      encryptions += 1;
      return flip(Buffer.from(text));
    },
    decryptStringAsync: async (bytes: Buffer) => ({
      result: flip(bytes).toString(),
      shouldReEncrypt: rotated,
    }),
  };
  return { stand: stand as unknown as SecretsOptions['safeStorage'], encryptions: () => encryptions };
}

const secretsIn = (name: string, options?: Parameters<typeof safeStorage>[0], platform: NodeJS.Platform = 'linux') => {
  const { stand, encryptions } = safeStorage(options);
  const file = folder.path(name);
  return { ...createSecrets({ safeStorage: stand, platform, file }), file, encryptions };
};

describe('the ngrok authtoken', () => {
  it('is there at the next start, and unreadable on disk', async () => {
    const secrets = secretsIn('kept');
    expect(await secrets.store('a-secret')).toEqual({ kept: 'encrypted', message: null });
    expect(readFileSync(secrets.file, 'utf8')).not.toContain('a-secret');
    expect(statSync(secrets.file).mode & 0o077).toBe(0);
    expect(await secretsIn('kept').read()).toBe('a-secret');
  });

  it.each([{ backend: 'basic_text' }, { backend: 'unknown' }, { available: false }])(
    'is not written where the system has no safe place: %j',
    async (options) => {
      const secrets = secretsIn('unsafe', options);
      expect(await secrets.store('a-secret')).toMatchObject({ kept: 'session', message: /forgotten when you quit/ });
      expect(existsSync(secrets.file)).toBe(false);
      expect(await secrets.read()).toBeNull();
    },
  );

  it('needs no password store to be named on other systems', async () => {
    expect(await secretsIn('mac', { backend: 'unknown' }, 'darwin').store('a-secret')).toMatchObject({
      kept: 'encrypted',
    });
  });

  it('is encrypted again when the system has a new key', async () => {
    await secretsIn('rotated').store('a-secret');
    const secrets = secretsIn('rotated', { rotated: true });
    expect(await secrets.read()).toBe('a-secret');
    expect(secrets.encryptions()).toBe(1);
  });

  it('is absent where none was stored', async () => {
    expect(await secretsIn('never').read()).toBeNull();
  });
});
