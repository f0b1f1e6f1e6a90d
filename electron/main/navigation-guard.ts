import type { WebContents } from 'electron';

/** Keeps a page where it is: no other address in any frame, no second window, no webview. */
export function guardNavigation(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>,
  isOwn: (url: string) => boolean,
): void {
  const stay = (event: { url: string; preventDefault: () => void }): void => {
    if (!isOwn(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
