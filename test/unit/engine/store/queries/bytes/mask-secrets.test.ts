import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  maskForm,
  maskHeader,
  maskRawHead,
  maskRawTail,
  maskTarget,
  maskTokenRequest,
} from '#engine/store/queries/bytes/mask-secrets.ts';

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
    ['Authorization', 'Basic\teDp5', 'Basic ••••••••'],
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

describe('a form that was sent anywhere, as it is shown', () => {
  const shown = (body: string, declared = true): string => maskForm(Buffer.from(body), declared).toString();

  it.each([
    ['grant_type=x&client_id=a&client_secret=s&scope=é', 'grant_type=x&client_id=a&client_secret=••••••••&scope=é'],
    ['a=1&client%5Fsecret=s%26t&PASSWORD=p', 'a=1&client%5Fsecret=••••••••&PASSWORD=••••••••'],
    ['%63lient_secret=s', '%63lient_secret=••••••••'],
    ['grant_type=x;client_secret=s;t&b=2', 'grant_type=x;client_secret=••••••••&b=2'],
    ['client_assertion_type=jwt&client_assertion=j.w.t', 'client_assertion_type=jwt&client_assertion=••••••••'],
    ['a=1\r\nrefresh_token=r\r\nb', 'a=1\r\nrefresh_token=••••••••\r\nb'],
  ])('%j reads %j', (body, masked) => {
    expect(shown(body)).toBe(masked);
  });

  it('is recognised by its grant_type where it was not declared', () => {
    expect(shown('client_secret=s&grant_type=x', false)).toBe('client_secret=••••••••&grant_type=x');
    expect(shown('client_secret=s', false)).toBe('client_secret=s');
  });

  it.each(['{"text":"password=x&b"}', ' [{"a":"client_secret=s"}]', 'a=1&b=\xff', ''])(
    'is the very same bytes where it is JSON or holds no secret: %j',
    (body) => {
      const bytes = Buffer.from(body, 'latin1');
      expect(maskForm(bytes, true)).toBe(bytes);
    },
  );
});

describe('a target as it is shown', () => {
  it.each([
    ['/hook?token=t&x=1', '/hook?token=••••••••&x=1'],
    ['/oauth/token?grant_type=c&client_secret=s', '/oauth/token?grant_type=c&client_secret=••••••••'],
    ['https://h/?API-Key=k#access_token=a', 'https://h/?API-Key=••••••••#access_token=••••••••'],
    ['/?a=1?apikey=k', '/?a=1?apikey=••••••••'],
    ['/token=t/%zz?page=2', '/token=t/%zz?page=2'],
    ['*', '*'],
  ])('%s reads %s', (target, masked) => {
    expect(maskTarget(target)).toBe(masked);
  });
});

describe('bytes that are no HTTP, as they are shown', () => {
  const tail = (text: string): string => maskRawTail(Buffer.from(text, 'latin1')).toString('latin1');

  it('hold no end of a credential whose name came in an earlier packet', () => {
    expect(tail('CRET\xe9\r\n more\r\nBad\0: x\r\nApiKey: k\r\n\r\n')).toBe(
      '********\r\nBad\0: x\r\nApiKey: ********\r\n\r\n',
    );
    expect(tail('ion: basic c2VjcmV0\0')).toBe('********');
    expect(tail('\r\nX : y\r\n\r\n')).toBe('\r\nX : y\r\n\r\n');
  });

  it.each(['\x16\x03\x01\x02\0', 'SSH-2.0-OpenSSH_9.2p1\r\n', 'GET /\r\n', 'OPTIONS * HTTP/9\r\nx: y\r\n'])(
    'begin as they came where that is the beginning of something: %j',
    (text) => {
      expect(tail(text)).toBe(text);
    },
  );

  it('hold no secret of the target', () => {
    const dots = Buffer.from('••••••••').toString('latin1');
    const shown = maskRawHead(Buffer.from('PO /a?token=t HTTP/1.1\r\nx\0: y\r\n')).toString('latin1');
    expect(shown).toBe(`PO /a?token=${dots} HTTP/1.1\r\nx\0: y\r\n`);
  });

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
