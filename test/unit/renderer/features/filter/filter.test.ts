import { describe, expect, it } from 'vitest';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { filterExamples } from '#renderer/features/filter/filter-examples.ts';
import { createFilterHistory } from '#renderer/features/filter/filter-history.ts';

describe('filters used before', () => {
  it('come back with Up, newest first, each once', () => {
    const history = createFilterHistory();
    for (const text of ['a', 'b', ' a ', '']) history.add(text);
    expect([history.recall(-1), history.recall(-1), history.recall(-1)]).toEqual(['a', 'b', null]);
    expect([history.recall(1), history.recall(1)]).toEqual(['a', null]);
  });
});

describe('the examples of the help', () => {
  it('can all be understood', () => {
    expect(filterExamples.flatMap(({ text }) => parseFilter(text).errors)).toEqual([]);
  });
});
