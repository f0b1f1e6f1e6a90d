/** Header by which our own senders mark their traffic at birth; its value is an `Origin`. */
export const originHeader = 'hookloupe-origin';
