// Composition of the page: host, client, live stream, state, and the tree that shows them.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createEngineClient } from '../engine-client/engine-client.ts';
import { createLiveStream } from '../engine-client/live-stream.ts';
import { createPageHost } from '../host/page-host.ts';
import { createInspector } from '../state/inspector.ts';
import { createToastManager } from '../ui/popup/toast.tsx';
import { App } from './app.tsx';

/** Starts the page in an element; it ends with the page. */
export function startPage(page: Window, element: HTMLElement): void {
  const host = createPageHost(page);
  const toasts = createToastManager();
  const inspector = createInspector({
    client: createEngineClient(host.origin, host.token),
    storage: host.storage,
    now: () => Date.now(),
    keepAuthtoken: host.desktop?.storeNgrokAuthtoken ?? null,
    toast: (message, { tone, action }) => {
      const actionProps = action && { children: action.label, onClick: action.run };
      toasts.add({ description: message, ...(tone && { type: tone }), ...(actionProps && { actionProps }) });
    },
  });
  const stream = createLiveStream({
    origin: host.origin,
    token: host.token,
    onMessage: inspector.receive,
    onConnection: inspector.setConnection,
    createSocket: (url, protocols) => new WebSocket(url, protocols),
  });
  const stopCommands = host.desktop?.onCommand((command) => inspector.commands.run(command));
  page.addEventListener('pagehide', () => {
    stopCommands?.();
    stream.close();
    inspector.close();
  });
  createRoot(element).render(
    <StrictMode>
      <App inspector={inspector} toasts={toasts} />
    </StrictMode>,
  );
}
