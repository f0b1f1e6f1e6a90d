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

  it('shows the ends and the length of what is encrypted, as ciphertext', () => {
    const { container } = render(<FieldValue source={'"I8BWMIC5KoGj2hQmSm0cKmwS3L"'} encrypted />);
    expect(container.textContent).toContain('encrypted · I8BWMIC5KoGj…KmwS3L26 characters');
  });

  it('sets a phone number in groups and leaves its text as it was sent', () => {
    const { container } = render(<FieldValue source={'"14155558890"'} isPhone />);
    expect(container.textContent).toBe('"14155558890"');
    expect(Array.from(container.querySelectorAll('span > span'), (group) => group.textContent)).toEqual([
      '1',
      '415',
      '555',
      '8890',
    ]);
  });
});
