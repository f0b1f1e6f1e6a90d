import { errorCodes, type ErrorCode } from './error-codes.ts';

/** What crosses the wire when a call fails: the body of every error answer of the control API. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  details: unknown;
}

/**
 * An operational failure: something outside the program went wrong and a person can do something about it.
 * The message says what happened, then what to do. Bugs are not `AppError`s; expected outcomes are union values.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? null;
  }

  /** HTTP status of the control API's answer. */
  get status(): number {
    return errorCodes[this.code].status;
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, details: this.details };
  }
}

/** Whether a value read from the wire is an error body. */
export function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message } = value as { code?: unknown; message?: unknown };
  return typeof code === 'string' && Object.hasOwn(errorCodes, code) && typeof message === 'string';
}
