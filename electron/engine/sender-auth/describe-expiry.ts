import type { errors } from 'jose';

/** Since when a token has been expired, in words. */
export function describeExpiry({ payload: { exp } }: errors.JWTExpired): string {
  return `the token has been expired${typeof exp === 'number' ? ` since ${toTime(exp)}` : ''}`;
}

/** A claim in seconds as a time; a signer may write anything. */
export function toTime(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? 'a time out of range' : time.toISOString();
}
