import type { SendLimits } from './send-limits.ts';

/** What stood around a send when it failed. */
export interface SendCircumstances {
  /** The user stopped the run. */
  stopped: boolean;
  /** The send took too long. */
  late: boolean;
  limits: Pick<SendLimits, 'connectMs' | 'totalMs'>;
  /** Host and port of the target. */
  host: string;
}

/** Why a send brought no (whole) answer, in words for the shot: "connection refused by 127.0.0.1:9". */
export function describeSendFailure(failure: unknown, around: SendCircumstances): string {
  if (around.stopped) return 'stopped before the answer was complete';
  if (around.late) return `no complete answer within ${around.limits.totalMs / 1000} s`;
  const error = toFirstError(failure);
  const where = error.address === undefined ? around.host : formatAddress(error.address, error.port);
  switch (error.code) {
    case 'ECONNREFUSED':
      return `connection refused by ${where}`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `connection closed by ${where} before the answer was complete`;
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `no connection to ${around.host} within ${around.limits.connectMs / 1000} s`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `no route to ${where}`;
    default:
      return describeByFamily(error, around.host);
  }
}

interface NetworkError {
  name?: string;
  message: string;
  code?: string;
  address?: string;
  port?: number;
}

/** Several addresses that fail come as one AggregateError without words of its own. */
function toFirstError(failure: unknown): NetworkError {
  if (failure instanceof AggregateError && failure.errors.length > 0) return toFirstError(failure.errors[0]);
  return failure instanceof Error ? failure : { message: String(failure) };
}

function formatAddress(address: string, port: number | undefined): string {
  const host = address.includes(':') ? `[${address}]` : address;
  return port === undefined ? host : `${host}:${port}`;
}

function describeByFamily({ name, message, code = '' }: NetworkError, host: string): string {
  if (name === 'HTTPParserError') return `the answer of ${host} is not HTTP (${message})`;
  if (code === 'REQUEST_INVALID') return `the captured request cannot be sent again (${message})`;
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return `the certificate of ${host} is not trusted (${message})`;
  if (/SSL|TLS|EPROTO/.test(code)) return `no TLS connection to ${host} (${message})`;
  return code === '' ? message : `${message} (${code})`;
}
