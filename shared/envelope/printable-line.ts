const blankRuns = /\s+/gu;
const unprintable = /[\p{Cc}\p{Bidi_Control}]/gu;

/** One line that cannot change how its surroundings look: blanks become one space, control and bidi characters U+FFFD. */
export function toPrintableLine(text: string, limit: number): string {
  const head = cutText(text, limit * 2);
  const line = head.replace(blankRuns, ' ').replace(unprintable, '\u{FFFD}').trim();
  return line.length <= limit && head.length === text.length ? line : `${cutText(line, limit - 1)}…`;
}

/** The first `limit` UTF-16 units, one fewer where that would split a character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}
