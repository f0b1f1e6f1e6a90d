// What a JSON source text is, in the few ways the detail tells values apart. Absent, null and "" are three different readings.

export type ValueReading =
  | { form: 'absent' }
  | { form: 'null' }
  | { form: 'empty-string' }
  /** `text` is null where the value was cut on the way. */
  | { form: 'encrypted'; length: number; text: string | null }
  | { form: 'string'; text: string; quoted: boolean }
  | { form: 'number' | 'boolean' | 'composite'; text: string }
  /** Text that was cut on the way and so cannot be read as a value any more. */
  | { form: 'cut'; text: string };

/** `source` is JSON text, null where the field is absent. An encrypted value is ciphertext: never read, only counted and compared. */
export function readValue(source: string | null, encrypted = false): ValueReading {
  if (source === null) return { form: 'absent' };
  const trimmed = source.trim();
  if (trimmed === 'null') return { form: 'null' };
  if (trimmed.startsWith('"')) return readString(trimmed, encrypted);
  if (trimmed === 'true' || trimmed === 'false') return { form: 'boolean', text: trimmed };
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) return { form: 'composite', text: trimmed };
  return { form: 'number', text: trimmed };
}

function readString(source: string, encrypted: boolean): ValueReading {
  let text: unknown;
  try {
    text = JSON.parse(source);
  } catch {
    // The wire cuts long sources, which leaves the closing quote behind.
    return encrypted ? { form: 'encrypted', length: source.length - 1, text: null } : { form: 'cut', text: source };
  }
  if (typeof text !== 'string') return { form: 'cut', text: source };
  if (text === '') return { form: 'empty-string' };
  if (encrypted) return { form: 'encrypted', length: text.length, text };
  return { form: 'string', text, quoted: looksLikeAnotherValue(text) };
}

/** Strings that a reader would take for another value without their quotes: `null`, `true`, `12`, ` padded `. */
function looksLikeAnotherValue(text: string): boolean {
  return /^(?:null|true|false|absent|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(text) || text !== text.trim();
}

/** What the copy button of a value puts on the clipboard: a string without its quotes, anything else as its source. */
export function copyTextOf(source: string | null): string {
  const reading = readValue(source);
  if (reading.form === 'absent' || reading.form === 'empty-string') return '';
  return reading.form === 'string' ? reading.text : (source ?? '');
}
