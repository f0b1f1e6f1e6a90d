import { describe, expect, it } from 'vitest';
import { maskHeaderValue } from '#renderer/features/detail/request/masked-header.ts';

describe('masking of credentials', () => {
  it('hides the secret and keeps the scheme and the length', () => {
    expect(maskHeaderValue('Authorization', 'basic dXNlcjpwYXNz')).toBe('basic •••••••• (12 characters)');
    expect(maskHeaderValue('apikey', 'abc')).toBe('••• (3 characters)');
  });

  it('hides a bare token, which has no scheme', () => {
    expect(maskHeaderValue('AUTHORIZATION', 'eyJhbGciOi')).not.toContain('eyJ');
  });

  it('leaves other headers alone', () => {
    expect(maskHeaderValue('X-Trace', 'a')).toBe('a');
  });
});
