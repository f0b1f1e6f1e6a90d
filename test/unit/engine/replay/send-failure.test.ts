import { describe, expect, it } from 'vitest';
import { describeSendFailure } from '#engine/replay/send-failure.ts';

const around = {
  stopped: false,
  late: false,
  limits: { connectMs: 10_000, totalMs: 60_000 },
  host: 'hook.example:8443',
};
const failure = (code: string, fields: object = {}) => Object.assign(new Error(`raw ${code}`), { code, ...fields });

describe('why a send failed, in words', () => {
  it.each([
    [failure('ECONNREFUSED', { address: '127.0.0.1', port: 9 }), 'connection refused by 127.0.0.1:9'],
    [failure('ECONNREFUSED', { address: '::1', port: 9 }), 'connection refused by [::1]:9'],
    [failure('ENETUNREACH', { address: '192.0.2.1', port: 80 }), 'no route to 192.0.2.1:80'],
    [failure('UND_ERR_SOCKET'), 'connection closed by hook.example:8443 before the answer was complete'],
    [failure('UND_ERR_CONNECT_TIMEOUT'), 'no connection to hook.example:8443 within 10 s'],
    [
      failure('DEPTH_ZERO_SELF_SIGNED_CERT'),
      'the certificate of hook.example:8443 is not trusted (raw DEPTH_ZERO_SELF_SIGNED_CERT)',
    ],
    [
      failure('ERR_TLS_CERT_ALTNAME_INVALID'),
      'the certificate of hook.example:8443 is not trusted (raw ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
    [
      failure('ERR_SSL_WRONG_VERSION_NUMBER'),
      'no TLS connection to hook.example:8443 (raw ERR_SSL_WRONG_VERSION_NUMBER)',
    ],
    [failure('EMFILE'), 'raw EMFILE (EMFILE)'],
    [new Error('something new'), 'something new'],
    ['not even an error', 'not even an error'],
  ])('reads %s', (error, words) => {
    expect(describeSendFailure(error, around)).toBe(words);
  });

  it('names the first of several addresses that failed', () => {
    const both = ['::1', '127.0.0.1'].map((address) => failure('ECONNREFUSED', { address, port: 9 }));
    expect(describeSendFailure(new AggregateError(both), around)).toBe('connection refused by [::1]:9');
  });

  it('puts the stop and the time limit before whatever they caused', () => {
    expect(describeSendFailure(failure('ECONNRESET'), { ...around, stopped: true })).toMatch(/^stopped/);
    expect(describeSendFailure(failure('ECONNRESET'), { ...around, late: true })).toBe(
      'no complete answer within 60 s',
    );
  });
});
