import { describe, expect, it } from 'vitest';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { groupKinds } from '#renderer/features/facets/group-kinds.ts';
import { views } from '#renderer/features/facets/views.ts';

describe('the event tree', () => {
  it('puts every kind under its category, the most frequent first', () => {
    const groups = groupKinds({
      'notification.attempted': 3,
      'notification.delivered': 5,
      'account.deactivate': 1,
      'made.up': 2,
      '': 4,
    });
    expect(groups).toEqual([
      {
        category: 'notification',
        count: 8,
        kinds: [
          { name: 'notification.delivered', count: 5 },
          { name: 'notification.attempted', count: 3 },
        ],
      },
      { category: 'connection', count: 1, kinds: [{ name: 'account.deactivate', count: 1 }] },
      { category: 'unknown', count: 6, kinds: [{ name: 'made.up', count: 2 }] },
    ]);
  });
});

describe('the ready-made views', () => {
  it('are filters that can be understood', () => {
    expect(views.flatMap(({ filter }) => parseFilter(filter).errors)).toEqual([]);
  });
});
