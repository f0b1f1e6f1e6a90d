import { categoryCodes } from '#shared/spec/catalogue.ts';
import type { KindCategory } from '#shared/spec/kind-spec.ts';
import { joinClasses } from './join-classes.ts';
import styles from './kind-code.module.css';

/** Letter code of a category on its tint: SMS, FEED, CONN, FORM, TEXT, 2WAY, ????. */
export function KindCode({ category }: { category: KindCategory }) {
  return <span className={joinClasses(styles.code, styles[category])}>{categoryCodes[category]}</span>;
}
