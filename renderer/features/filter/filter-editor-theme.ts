import { EditorView } from '@codemirror/view';

const popup = {
  border: '1px solid var(--border)',
  borderRadius: 'var(--radius-popup)',
  backgroundColor: 'var(--bg-raised)',
  boxShadow: 'var(--shadow-popup)',
  color: 'var(--text)',
};

/** Looks of the filter box. Custom properties reach into the shadow root, so both themes come for free. */
export const filterEditorTheme = EditorView.theme({
  '&': { height: '26px', backgroundColor: 'transparent', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    overflow: 'auto hidden',
    scrollbarWidth: 'none',
    font: 'var(--text-mono)',
    lineHeight: '26px',
    fontVariantLigatures: 'none',
  },
  '.cm-content': { padding: '0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.filter-key': { color: 'var(--info)' },
  '.filter-operator, .filter-separator, .filter-paren': { color: 'var(--text-3)' },
  '.filter-value': { color: 'var(--ok)' },
  '.filter-regex': { color: 'var(--auth)' },
  '.filter-keyword': { color: 'var(--accent)', fontWeight: '600' },
  '.filter-problem': { textDecoration: 'underline wavy var(--danger-mark)', textUnderlineOffset: '3px' },
  '.cm-tooltip.cm-tooltip-autocomplete': { ...popup, padding: '4px', zIndex: '40' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '320px',
    minWidth: '260px',
    maxWidth: '520px',
    font: 'var(--text-mono)',
    scrollbarWidth: 'thin',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    height: '24px',
    padding: '0 8px',
    borderRadius: 'var(--radius-chip)',
    lineHeight: '24px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--bg-selected)',
    color: 'var(--text)',
  },
  '.cm-completionLabel': { flex: 'none' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    overflow: 'hidden',
    color: 'var(--text-3)',
    fontStyle: 'normal',
    textOverflow: 'ellipsis',
    font: 'var(--text-dense)',
  },
});
