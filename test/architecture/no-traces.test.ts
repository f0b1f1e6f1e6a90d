import { describe, expect, it } from 'vitest';
import { lineAt, readAllTexts } from './source-files.ts';

/** What only makes sense on the machine where it was written. */
const traces = {
  'a path of one machine':
    /(?:\/home\/[\w.-]+|\/Users\/[\w.-]+|\/root|\/work|\/private\/var|[A-Z]:\\Users\\\w+)[/\\]\w/g,
  'a package registry':
    /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|\b(?:npm|nexus|artifactory|verdaccio)\.[a-z0-9-]+\.[a-z]{2,}/g,
  'a resolved package address': /"resolved": ?"http/g,
};

describe('the checkout', () => {
  it.each(Object.entries(traces))('names no place of its makers: %s', (_what, pattern) => {
    const found = readAllTexts().flatMap(({ name, text }) =>
      [...text.matchAll(pattern)].map((match) => `${name}:${lineAt(text, match.index)} ${match[0]}`),
    );
    expect(found).toEqual([]);
  });
});
