/** The tabs in the order of their keys 1 to 5. */
export const detailTabs = ['fields', 'body', 'request', 'attempts', 'diff'] as const;
export type DetailTab = (typeof detailTabs)[number];
