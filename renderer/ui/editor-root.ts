/**
 * Shadow root for one CodeMirror view. In a shadow root CodeMirror adopts constructed style sheets; in the document it would add
 * `<style>` elements, which `style-src 'self'` refuses. Pass it as `root`, and an element inside it as `parent`.
 */
export function attachEditorRoot(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: 'open' });
}
