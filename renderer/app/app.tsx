import { CSPProvider } from '@base-ui/react/csp-provider';
import { useEffect, type ComponentProps } from 'react';
import type { Inspector } from '../state/inspector.ts';
import { InspectorContext, useInspector } from '../state/use-inspector.ts';
import { ToastViewport } from '../ui/popup/toast.tsx';
import { Shell } from './shell.tsx';

export interface AppProps {
  inspector: Inspector;
  toasts: ComponentProps<typeof ToastViewport>['manager'];
}

export function App({ inspector, toasts }: AppProps) {
  return (
    // The page's policy has no place for <style> elements.
    <CSPProvider disableStyleElements>
      <InspectorContext value={inspector}>
        <PageAttributes />
        <Shell />
        <ToastViewport manager={toasts} />
      </InspectorContext>
    </CSPProvider>
  );
}

/** Theme and density live on the root element, where tokens.css reads them. */
function PageAttributes() {
  const theme = useInspector((s) => s.preferences.theme);
  const density = useInspector((s) => s.preferences.density);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
    dataset['density'] = density;
  }, [theme, density]);
  return null;
}
