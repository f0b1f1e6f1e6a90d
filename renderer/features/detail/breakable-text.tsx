import { Fragment } from 'react';

/** A name that, where it must, breaks after its dots and underscores before it breaks inside a word. */
export function BreakableText({ text }: { text: string }) {
  return text.split(/(?<=[._])/).map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}
