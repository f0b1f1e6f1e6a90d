// Lays out JSON text without parsing it into values, so that numbers, escapes, key order and duplicate keys stay as they were sent.
// Refuses text that is not JSON and says where it stops being JSON; never throws.

/** Laid-out text with remarks about what most parsers would silently change, or the place of the first error (offset in UTF-16 units). */
export type JsonLayout =
  | { ok: true; text: string; remarks: string[] }
  | { ok: false; message: string; offset: number; line: number; column: number };

interface Frame {
  close: '}' | ']';
  keys: Set<string> | null;
  count: number;
}
type Expectation = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const halfCharacter = /^".*\\u[dD][89a-fA-F]/s;
const maxRemarks = 20;
/** Characters of a stranger's text that a remark repeats. */
const longestQuote = 60;

const wanted: Record<Expectation, string> = {
  value: 'a value',
  'value-or-end': 'a value or ]',
  key: 'a key in double quotes',
  'key-or-end': 'a key in double quotes or }',
  colon: 'a colon',
  'comma-or-end': 'a comma or the closing bracket',
  nothing: 'the end of the text',
};

/** Lays out a text at once; above a few megabytes use `startJsonLayout`, which lets the page breathe. */
export function layOutJson(text: string, indent = '  '): JsonLayout {
  const layout = startJsonLayout(text, indent);
  for (;;) {
    const done = layout.step(1_000_000);
    if (done !== null) return done;
  }
}

export interface JsonLayoutRun {
  /** Goes on for at most so many tokens; gives the layout once it is done, null while there is more to do. */
  step(tokens: number): JsonLayout | null;
}

/** Lays out a text in steps. */
export function startJsonLayout(text: string, indent = '  '): JsonLayoutRun {
  const writer = createWriter(indent);
  let at = 0;
  return {
    step(tokens) {
      for (let left = tokens; left > 0; left -= 1) {
        while (isWhitespace(text.charCodeAt(at))) at += 1;
        const expectation = writer.expectation();
        if (at >= text.length && expectation === 'nothing') return { ok: true, ...writer.finish() };
        const end = take(text, at, writer);
        if (end < 0) return failure(text, at, expectation);
        at = end;
      }
      return null;
    },
  };
}

/** Hands the token at `at` to the writer; gives its end, or -1 where no token that fits stands there. */
function take(text: string, at: number, writer: Writer): number {
  const expectation = writer.expectation();
  const char = text.charAt(at);
  const wantsValue = expectation === 'value' || expectation === 'value-or-end';
  const wantsKey = expectation === 'key' || expectation === 'key-or-end';
  const mayClose =
    expectation !== 'value' && expectation !== 'key' && expectation !== 'colon' && expectation !== 'nothing';
  if (mayClose && (char === '}' || char === ']') && writer.close(char)) return at + 1;
  if ((char === ',' && expectation === 'comma-or-end') || (char === ':' && expectation === 'colon')) {
    writer.separate(char);
    return at + 1;
  }
  if (wantsValue && (char === '{' || char === '[')) {
    writer.open(char);
    return at + 1;
  }
  if (!wantsValue && !wantsKey) return -1;
  const end = char === '"' ? endOfString(text, at) : wantsValue ? endOfLiteral(text, at) : -1;
  if (end < 0) return -1;
  if (wantsKey) writer.key(text.slice(at, end));
  else writer.value(text.slice(at, end));
  return end;
}

type Writer = ReturnType<typeof createWriter>;

function createWriter(indent: string) {
  const out: string[] = [];
  const frames: Frame[] = [];
  const remarks: string[] = [];
  let expectation: Expectation = 'value';

  const lineStarts: string[] = [];
  const newLine = (): void => {
    out.push((lineStarts[frames.length] ??= `\n${indent.repeat(frames.length)}`));
  };
  const remark = (message: string): void => void (remarks.length < maxRemarks && remarks.push(message));
  const remarkHalves = (source: string): void => {
    if (hasLoneSurrogate(source)) remark(`${shorten(source)} holds half a character (a lone surrogate)`);
  };
  const startValue = (): void => {
    const frame = frames.at(-1);
    if (frame?.close === ']') newLine();
    if (frame) frame.count += 1;
  };
  const endValue = (): void => {
    expectation = frames.length === 0 ? 'nothing' : 'comma-or-end';
  };

  return {
    expectation: (): Expectation => expectation,
    finish: () => ({ text: out.join(''), remarks }),
    open(bracket: '{' | '['): void {
      startValue();
      out.push(bracket);
      frames.push({ close: bracket === '{' ? '}' : ']', keys: bracket === '{' ? new Set() : null, count: 0 });
      expectation = bracket === '{' ? 'key-or-end' : 'value-or-end';
    },
    close(bracket: string): boolean {
      const frame = frames.at(-1);
      if (!frame || frame.close !== bracket) return false;
      frames.pop();
      if (frame.count > 0) newLine();
      out.push(bracket);
      endValue();
      return true;
    },
    key(source: string): void {
      const keys = frames.at(-1)?.keys;
      const name = unescaped(source);
      if (keys?.has(name)) remark(`the key ${shorten(source)} stands twice in one object`);
      keys?.add(name);
      remarkHalves(source);
      newLine();
      out.push(source);
      expectation = 'colon';
    },
    value(source: string): void {
      startValue();
      out.push(source);
      if (losesPrecision(source)) remark(`${shorten(source)} is beyond 2^53: most parsers change it`);
      remarkHalves(source);
      endValue();
    },
    separate(mark: ',' | ':'): void {
      out.push(mark === ',' ? ',' : ': ');
      if (mark === ':') expectation = 'value';
      else expectation = frames.at(-1)?.close === '}' ? 'key' : 'value';
    },
  };
}

function failure(text: string, offset: number, expectation: Expectation): JsonLayout {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - (before.lastIndexOf('\n') + 1) + 1;
  const found = offset >= text.length ? 'the text ends' : `found ${JSON.stringify(text.charAt(offset))}`;
  return { ok: false, message: `Expected ${wanted[expectation]}, ${found}`, offset, line, column };
}

function isWhitespace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function endOfLiteral(text: string, start: number): number {
  literal.lastIndex = start;
  return literal.test(text) ? literal.lastIndex : -1;
}

/** Offset after the closing quote, or -1 where the string never ends or holds what JSON forbids. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -1;
    if (code !== 0x5c) continue;
    escape.lastIndex = at;
    if (!escape.test(text)) return -1;
    at = escape.lastIndex - 1;
  }
  return -1;
}

/** Two spellings of one key are one key. */
function unescaped(source: string): string {
  return source.includes('\\') ? String(JSON.parse(source)) : source.slice(1, -1);
}

function hasLoneSurrogate(source: string): boolean {
  return halfCharacter.test(source) && !String(JSON.parse(source)).isWellFormed();
}

function shorten(source: string): string {
  return source.length <= longestQuote ? source : `${source.slice(0, longestQuote)}…`;
}

function losesPrecision(source: string): boolean {
  return source.length >= 16 && /^-?\d{16,}$/.test(source) && !Number.isSafeInteger(Number(source));
}
