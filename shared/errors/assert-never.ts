/** Ends an exhaustive `switch`: reaching it is a bug, and the compiler refuses a call that could be reached. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
