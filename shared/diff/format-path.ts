const plainKey = /^[^\s.[\]"$][^\s.[\]"]*$/;

/**
 * The path of an object's member: `payload.job_id`, `payload.launched_by.lb-name`; a key that would be misread (empty, or with a dot,
 * a bracket, a quote or white space) stands as JSON in brackets: `payload["a.b"]`.
 */
export function toMemberPath(parent: string, key: string): string {
  if (!plainKey.test(key)) return `${parent}[${JSON.stringify(key)}]`;
  return parent === '' ? key : `${parent}.${key}`;
}

/** The path of an array's element: `payload.submission[2]`. */
export function toElementPath(parent: string, index: number): string {
  return `${parent}[${index}]`;
}

/** The path as printed; the whole value, which has none, is `$`. */
export function formatPath(path: string): string {
  return path === '' ? '$' : path;
}
