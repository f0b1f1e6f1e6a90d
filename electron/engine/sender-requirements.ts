// What is required of the sender, as `GET` and `PUT /sender` see it: authentication and source addresses together, remembered or not.
// What the host was started with wins over what was remembered; a change that cannot be made in full is not made at all. Something
// remembered that is of no use any more does not keep Hookloupe from starting: it is said, and not required.
import { AppError } from '#shared/errors/app-error.ts';
import { senderChangeSchema, type Sender, type SenderChange } from '#shared/protocol/sender.ts';
import type { EngineConfig } from './engine-config.ts';
import { createProvenance, type Provenance } from './receiver/provenance.ts';
import { createSenderGate, type SenderGate } from './sender-auth/sender-gate.ts';
import { readSecret } from './settings/read-secret.ts';
import { readSettings, updateSettings } from './settings/settings-file.ts';

export interface SenderRequirements {
  readonly gate: SenderGate;
  readonly provenance: Provenance;
  /** The part of `read()` about authentication. */
  auth(): Sender['auth'];
  read(): Sender;
  /**
   * Makes the change, and remembers the parts it names where it says so. Throws `USAGE_INVALID` with nothing changed,
   * `SETTINGS_UNWRITABLE` where the change is made but cannot be remembered.
   */
  write(change: SenderChange): Promise<Sender>;
  onChange(listener: () => void): void;
  close(): void;
}

/** What the host decides of it. */
type SenderConfig = Pick<EngineConfig, 'auth' | 'authSettings' | 'knownAddresses' | 'allowList'>;
/** A change, without whether it is remembered. */
type Requirement = Omit<SenderChange, 'remember'>;

/** Throws `USAGE_INVALID` for a spec or an address in the configuration that cannot be read. */
export async function createSenderRequirements(
  config: SenderConfig & Pick<EngineConfig, 'settingsFolder'>,
  { markSecret, warn }: { markSecret: string; warn: (line: string) => void },
): Promise<SenderRequirements> {
  const gate = createSenderGate({ readSecret });
  const provenance = createProvenance({ markSecret });
  const apply = createChange(gate, provenance);
  const listeners: (() => void)[] = [];
  /** Why what was remembered is not required, until something else is. */
  let notice: string | null = null;

  const remembered = await readRemembered(config.settingsFolder);
  // What was remembered beside one spec does not belong to another.
  const { auth, ...addresses } = config.auth === null ? remembered : { ...remembered, auth: undefined };
  for (const part of [{ auth }, addresses]) {
    try {
      apply(part);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const line = `What was remembered of the sender is not required: ${error.message}`;
      warn(line);
      notice = line;
    }
  }
  apply(givenBy(config));

  const readAuth = (): Sender['auth'] => {
    const settings = gate.settings();
    return { ...settings, message: settings.message ?? notice };
  };
  const read = (): Sender => {
    const { addresses: known, allowList } = provenance.settings();
    return { auth: readAuth(), addresses: [...known], allowList, tokenRequests: [...gate.tokenRequests()] };
  };
  return {
    gate,
    provenance,
    auth: readAuth,
    read,
    async write({ remember, ...change }) {
      apply(change);
      notice = null;
      for (const tell of listeners) tell();
      if (remember) await rememberParts(config.settingsFolder, change, { ...read(), auth: gate.toRemember() });
      return read();
    },
    onChange(listener) {
      listeners.push(listener);
      gate.onChange(listener);
    },
    close: () => gate.close(),
  };
}

/** Both parts change, or none: addresses are put back where the authentication cannot be read. */
function createChange(gate: SenderGate, provenance: Provenance): (change: Requirement) => void {
  return ({ auth, addresses, allowList }) => {
    const before = provenance.settings();
    if (addresses !== undefined || allowList !== undefined) provenance.change({ addresses, allowList });
    try {
      if (auth !== undefined) gate.change(auth);
    } catch (error) {
      provenance.change(before);
      throw error;
    }
  };
}

/** The parts that a change names, as they are in force now; the others stay as they were remembered. */
function rememberParts(folder: string, change: Requirement, inForce: Requirement): Promise<void> {
  const { auth, addresses, allowList } = inForce;
  return updateSettings(folder, (settings) => ({
    ...settings,
    sender: {
      ...settings.sender,
      ...(change.auth === undefined ? {} : { auth }),
      ...(change.addresses === undefined ? {} : { addresses }),
      ...(change.allowList === undefined ? {} : { allowList }),
    },
  }));
}

function givenBy({ auth, authSettings, knownAddresses, allowList }: SenderConfig): Requirement {
  return {
    auth: { ...(auth === null ? {} : { spec: auth }), ...authSettings },
    ...(knownAddresses === undefined ? {} : { addresses: [...knownAddresses] }),
    ...(allowList === undefined ? {} : { allowList }),
  };
}

async function readRemembered(folder: string): Promise<Requirement> {
  const { settings } = await readSettings(folder);
  const parsed = senderChangeSchema.omit({ remember: true }).safeParse(settings.sender ?? {});
  return parsed.success ? parsed.data : {};
}
