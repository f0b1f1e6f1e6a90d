import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Every colour comes from the tokens, which inherit into the shadow root; so one theme serves light and dark. */
export const codeTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--bg-panel)', color: 'var(--text)', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono, "JetBrains Mono Variable", ui-monospace, monospace)',
    lineHeight: '18px',
    fontVariantLigatures: 'none',
  },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--accent)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-gutters': {
    backgroundColor: 'var(--bg-panel)',
    color: 'var(--text-3)',
    border: 'none',
    borderRight: '1px solid var(--border)',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 6px 0 10px', minWidth: '28px' },
  '.cm-foldGutter .cm-gutterElement': { color: 'var(--text-3)', padding: '0 3px' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--bg-sunken)',
    border: '1px solid var(--border)',
    color: 'var(--text-2)',
    borderRadius: '4px',
    padding: '0 4px',
  },
  '.cm-activeLine': { backgroundColor: 'var(--bg-hover)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--bg-selected)',
  },
  '.cm-content ::selection': { backgroundColor: 'var(--bg-selected)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--bg-selected)',
    outline: '1px solid var(--border-strong)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--info-tint)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-tint)', outline: '1px solid var(--warn-mark)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--bg-selected)' },
  '.cm-specialChar': {
    color: 'var(--warn)',
    backgroundColor: 'var(--warn-tint)',
    borderRadius: '3px',
    padding: '0 1px',
  },
  '.cm-tab': { boxShadow: 'inset 0 -2px 0 var(--border-strong)' },
  '.cm-errorLine': { backgroundColor: 'var(--danger-tint)' },
  '.cm-errorMark': { outline: '1px solid var(--danger)', color: 'var(--danger)', fontWeight: '700' },
  '.cm-panels': {
    backgroundColor: 'var(--bg-app)',
    color: 'var(--text)',
    borderBottom: '1px solid var(--border)',
    fontFamily: 'var(--font-ui, "Inter Variable", system-ui, sans-serif)',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--border)' },
  '.cm-panel.cm-search': { padding: '6px 28px 6px 8px', fontSize: '12px' },
  '.cm-panel.cm-search label': { fontSize: '11px', color: 'var(--text-2)' },
  // Selecting every match is for editing them at once; the panel fits one line without it.
  '.cm-panel.cm-search [name=select]': { display: 'none' },
  '.cm-textfield': {
    backgroundColor: 'var(--bg-raised)',
    color: 'var(--text)',
    border: '1px solid var(--border-strong)',
    borderRadius: '6px',
    height: '24px',
    width: '124px',
    padding: '0 6px',
    fontSize: '12px',
  },
  '.cm-button': {
    backgroundColor: 'var(--bg-raised)',
    backgroundImage: 'none',
    color: 'var(--text)',
    border: '1px solid var(--border-strong)',
    borderRadius: '6px',
    height: '24px',
    padding: '0 6px',
    fontSize: '12px',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--text-2)', fontSize: '16px', right: '8px', top: '6px' },
  '.cm-tooltip': {
    backgroundColor: 'var(--bg-raised)',
    color: 'var(--text)',
    border: '1px solid var(--border-strong)',
    borderRadius: '6px',
  },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger-mark)' },
  '.cm-changedLine, &.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--ok-tint)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--danger-tint)', paddingLeft: '6px' },
  '&.cm-merge-b .cm-changedText': { background: 'none', textDecoration: 'underline var(--ok-mark) 2px' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none', textDecoration: 'line-through var(--danger-mark) 1px' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--ok-mark)' },
  '.cm-deletedLineGutter': { background: 'var(--danger-mark)' },
  // The package draws a sign that few fonts have.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"…"' },
  '.cm-collapsedLines': {
    background: 'var(--bg-sunken)',
    color: 'var(--text-2)',
    padding: '2px 10px',
    fontFamily: 'var(--font-ui, "Inter Variable", system-ui, sans-serif)',
  },
});

export const codeHighlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--info)' },
  { tag: tags.string, color: 'var(--text)' },
  { tag: tags.number, color: 'var(--cat-twoway)' },
  { tag: tags.bool, color: 'var(--cat-message)' },
  { tag: tags.null, color: 'var(--cat-message)', fontStyle: 'italic' },
  { tag: [tags.separator, tags.squareBracket, tags.brace, tags.punctuation], color: 'var(--text-3)' },
]);
