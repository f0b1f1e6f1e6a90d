import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FieldValue } from '#renderer/features/detail/fields/field-value.tsx';

afterEach(cleanup);

describe('a value on the screen', () => {
  it('reads differently when absent, null, empty or the word itself', () => {
    const sources = [null, 'null', '""', '"null"', '"absent"'];
    const texts = sources.map((source) => render(<FieldValue source={source} />).container.textContent);
    expect(texts).toEqual(['absent', 'null', '"" empty', '"null"', '"absent"']);
  });

  it('never puts payload text into the page as markup', () => {
    const { container } = render(<FieldValue source={JSON.stringify('<img src=x onerror=alert(1)>')} />);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toBe('<img src=x onerror=alert(1)>');
  });

  it('shows a lock and a length for what is encrypted', () => {
    const { container } = render(<FieldValue source={'"gAAAAABnT0k1"'} encrypted />);
    expect(container.textContent).toContain('encrypted · 12 characters');
    expect(container.textContent).not.toContain('gAAAA');
  });
});
