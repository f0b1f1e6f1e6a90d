// Keeps the ngrok authtoken from one start to the next, encrypted by the operating system, in a file of its own.
// The rule it keeps: where the system has no safe place, nothing is written, and the user is told.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SafeStorage } from 'electron';
import type { SecretKeeping } from '#shared/host/host-api.ts';

export interface Secrets {
  /** The stored secret; null where there is none, or where it cannot be decrypted any more. */
  read(): Promise<string | null>;
  store(secret: string): Promise<SecretKeeping>;
}

export interface SecretsOptions {
  safeStorage: Pick<
    SafeStorage,
    'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
  >;
  platform: NodeJS.Platform;
  /** Where the ciphertext lies. */
  file: string;
}

const sessionOnly: SecretKeeping = {
  kept: 'session',
  message:
    'This system has no password store that Hookloupe can use, so the token is forgotten when you quit. ' +
    'Unlock or install one (GNOME Keyring, KWallet), or set NGROK_AUTHTOKEN.',
};

/** To be used once the app is ready. */
export function createSecrets({ safeStorage, platform, file }: SecretsOptions): Secrets {
  const isSafe = async (): Promise<boolean> => {
    // Linux without a password store "encrypts" with a password that is in Chromium's source.
    const isPlain = platform === 'linux' && ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());
    return !isPlain && (await safeStorage.isAsyncEncryptionAvailable());
  };
  const write = async (secret: string): Promise<void> => {
    const encrypted = await safeStorage.encryptStringAsync(secret);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(`${file}.tmp`, encrypted, { mode: 0o600 });
    await rename(`${file}.tmp`, file);
  };
  return {
    async read() {
      try {
        const encrypted = await readFile(file);
        if (!(await isSafe())) return null;
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted);
        if (shouldReEncrypt) await write(result);
        return result;
      } catch {
        return null; // never stored, or stored by another user or machine: the page asks for it again
      }
    },
    async store(secret) {
      if (!(await isSafe())) return sessionOnly;
      await write(secret);
      return { kept: 'encrypted', message: null };
    },
  };
}
