import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StructureView } from '#renderer/features/detail/diff/structure-view.tsx';
import type { Diff, DiffChange } from '#shared/protocol/diff.ts';

// jsdom has no layout, so nothing can be scrolled.
beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const changes: DiffChange[] = [
  { path: 'payload.job_id', kind: 'added', a: null, b: 'null' },
  { path: 'payload.client_message_tag', kind: 'changed', a: 'null', b: '""' },
];
const diff: Diff = {
  changes,
  equalCount: 1,
  equalPaths: ['payload.ccid'],
  keyOrderCount: 0,
  sameBytes: false,
  message: null,
  aText: '{}',
  bText: '{}',
};

describe('a structural difference', () => {
  it('shows absent, null and the empty string as three values, each change with its mark', () => {
    render(<StructureView changes={changes} diff={diff} at={null} equalFields={null} summary="" />);
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows.slice(1)).toEqual(['+payload.job_idabsentnull', '~payload.client_message_tagnull"" empty']);
  });

  it('says in words which change is stepped to', () => {
    render(<StructureView changes={changes} diff={diff} at={1} equalFields={null} summary="" />);
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-current'))).toEqual([null, null, 'true']);
  });
});
