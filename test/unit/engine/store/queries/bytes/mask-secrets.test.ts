import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { maskHeader, maskRawHead, maskTokenRequest } from '#engine/store/queries/bytes/mask-secrets.ts';

describe('a header as it is shown', () => {
  it.each([
    ['Authorization', 'basic dXNlcjpwYXNz', 'basic ••••••••'],
    ['AUTHORIZATION', 'Bearer  a.b.c', 'Bearer ••••••••'],
    ['authorization', 'eyJhbGciOiJIUzI1NiJ9.e30.sig', '•••••••• (28 characters)'],
    ['Authorization', 'my secret words', '•••••••• (15 characters)'],
    ['Authorization', 'Basic', '•••••••• (5 characters)'],
    ['Authorization', '', '•••••••• (0 characters)'],
    ['ApiKey', '0123456789abcdef0123456789abcdef', '•••••••• (32 characters)'],
    ['Proxy-Authorization', 'Basic eDp5', 'Basic ••••••••'],
    ['Cookie', 'session=1', '•••••••• (9 characters)'],
    ['Content-Type', 'application/json', 'application/json'],
    ['X-Authorization', 'basic abc', 'basic ••••••••'],
    ['ApiKey ', 'k-1', '•••••••• (3 characters)'],
    ['"X-Api-Key"', 'k-1', '•••••••• (3 characters)'],
    ['X-Keyword', 'k-1', 'k-1'],
  ])('%s: %s reads %s', (name, value, shown) => {
    expect(maskHeader([name, value])).toEqual([name, shown]);
  });
});

describe('a token request as it is shown', () => {
  const shown = (body: string): string => maskTokenRequest(Buffer.from(body)).toString();

  it.each([
    [
      'grant_type=client_credentials&client_id=a%20b&client_secret=s3cr%26et',
      'grant_type=client_credentials&client_id=a%20b&client_secret=••••••••',
    ],
    ['client_secret=a&client_secret=b', 'client_secret=••••••••&client_secret=••••••••'],
    ['client%5Fsecret=a&scope=x', 'client%5Fsecret=••••••••&scope=x'],
    ['CLIENT_SECRET=a&&client_id=x', 'CLIENT_SECRET=••••••••&&client_id=x'],
    ['password=p&client_assertion=j.w.t', 'password=••••••••&client_assertion=••••••••'],
    ['client_secret=a=b=c', 'client_secret=••••••••'],
    ['justasecret', '••••••••'],
    ['', ''],
  ])('%s reads %s', (body, masked) => {
    expect(shown(body)).toBe(masked);
  });

  it.each([
    '{"client_id":"a","client_secret":"s3cret"}',
    '--b\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\ns3cret\r\n--b--',
    'grant_type=client_credentials\nclient_secret=s3cret',
    'client_id=a&client_secret=s3crét',
  ])('%j is masked as a whole, since it is no form', (body) => {
    expect(shown(body)).toBe(`•••••••• (${Buffer.byteLength(body)} bytes)`);
  });

  it('is masked as a whole where it is no text', () => {
    const bytes = gzipSync('client_secret=s3cret');
    expect(maskTokenRequest(bytes).toString()).toBe(`•••••••• (${bytes.length} bytes)`);
  });
});

describe('bytes that are no HTTP, as they are shown', () => {
  it('hold no credentials, and every other byte as it came', () => {
    const head =
      'PO ST / HTTP/1.1\r\nHost: x\r\nAUTHORIZATION : basic c2VjcmV0\r\n more\r\nX-Key: \xe9\0\r\napikey:k\r\n\r\n{"a":1}';
    expect(maskRawHead(Buffer.from(head, 'latin1')).toString('latin1')).toBe(
      'PO ST / HTTP/1.1\r\nHost: x\r\nAUTHORIZATION : ********\r\nX-Key: \xe9\0\r\napikey: ********\r\n\r\n{"a":1}',
    );
  });

  it('stay as they are where no credential is in them', () => {
    const bytes = Buffer.from([0x16, 0x03, 0x01, 0x0d, 0x0a, 0x80, 0x00, 0xff]);
    expect(maskRawHead(bytes)).toEqual(bytes);
  });
});
