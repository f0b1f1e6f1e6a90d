/** Class names of one element; falsy parts are left out. */
export function joinClasses(...parts: (string | false | null | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
}
