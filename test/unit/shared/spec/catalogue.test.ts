import { describe, expect, it } from 'vitest';
import { catalogue, categoryCodes, findKind, kindCategory } from '#shared/spec/catalogue.ts';
import { kindCategories } from '#shared/spec/kind-spec.ts';

describe('finding a kind', () => {
  it('finds every kind by its name', () => {
    for (const kind of catalogue) expect(findKind(kind.name)).toBe(kind);
  });

  it('finds notification.auth_link_used by its other name', () => {
    expect(findKind('notification.auth_link_clicked')?.name).toBe('notification.auth_link_used');
  });

  it('knows nothing of strangers, whatever their name', () => {
    for (const name of ['', 'notification', 'notification.read', '__proto__', 'constructor']) {
      expect(findKind(name)).toBeNull();
    }
  });
});

describe('the category of a kind', () => {
  it('agrees with the catalogue for every documented kind', () => {
    for (const kind of catalogue) expect(kindCategory(kind.name)).toBe(kind.category);
  });

  it('puts new subtypes where their prefix belongs', () => {
    expect(kindCategory('notification.read')).toBe('notification');
    expect(kindCategory('twoway.agent_joined')).toBe('twoway');
  });

  it('is unknown for other prefixes, for names without a dot and for no name', () => {
    for (const name of ['wallet.created', 'notification', '', null]) expect(kindCategory(name)).toBe('unknown');
  });

  it('has a letter code of its own', () => {
    expect(kindCategories.map((category) => categoryCodes[category])).toEqual([
      'SMS',
      'FEED',
      'CONN',
      'FORM',
      'TEXT',
      '2WAY',
      '????',
    ]);
  });
});
