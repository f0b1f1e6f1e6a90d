/** Whether an address is a page of our engine: same scheme, host and port, and no user name in front of the host. */
export function isOwnUrl(text: string, ownOrigin: string | null): boolean {
  const url = URL.parse(text);
  if (url === null || ownOrigin === null) return false;
  return `${url.protocol}//${url.host}` === ownOrigin && url.username === '' && url.password === '';
}

/** Whether the page may fetch from an address: our engine over HTTP or WebSocket, or what the page made itself. */
export function isOwnResource(text: string, ownOrigin: string | null): boolean {
  return isOwnUrl(text.replace(/^ws:/i, 'http:').replace(/^blob:/i, ''), ownOrigin);
}
