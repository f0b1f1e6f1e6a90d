// The one place that knows CodeMirror; loaded on first use. Text in, view out; whoever creates a view closes it.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { goToNextChunk, goToPreviousChunk, unifiedMergeView } from '@codemirror/merge';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { EditorState, StateEffect, StateField, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type DecorationSet,
} from '@codemirror/view';
import { codeHighlight, codeTheme } from './code-theme.ts';

/** What a view shows. `exact` keeps every character, control characters visible; `markAt` is the offset of an error to show. */
export type CodeSetup =
  | { mode: 'view'; text: string; language: 'json' | 'plain'; exact?: boolean; markAt?: number }
  | { mode: 'edit'; text: string }
  | { mode: 'compare'; a: string; b: string };

export interface CodeView {
  /** Opens the panel that finds text, with the focus in it. */
  find(): void;
  /** Marks an offset as the place of an error and scrolls to it. */
  goTo(offset: number): void;
  close(): void;
}

/** Above this length of one line, wrapping takes seconds where scrolling sideways takes none. */
const longestWrappedLine = 20_000;

export function createCodeView(
  root: ShadowRoot,
  setup: CodeSetup,
  { label, onChange }: { label: string; onChange: (text: string) => void },
): CodeView {
  const text = setup.mode === 'compare' ? setup.b : setup.text;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        common(label),
        longestLine(text) > longestWrappedLine ? [] : EditorView.lineWrapping,
        extensionsFor(setup, onChange),
      ],
    }),
  });
  view.dom.addEventListener('keydown', keepUsedKeys);
  if (setup.mode === 'view' && setup.markAt !== undefined) showMark(view, setup.markAt);
  return {
    find: () => void openSearchPanel(view),
    goTo(offset) {
      showMark(view, offset);
      view.focus();
    },
    close: () => view.destroy(),
  };
}

function common(label: string): Extension {
  return [
    codeTheme,
    syntaxHighlighting(codeHighlight),
    lineNumbers(),
    highlightSpecialChars({ render: drawSpecialChar }),
    search({ top: true }),
    highlightSelectionMatches(),
    EditorView.contentAttributes.of({ 'aria-label': label }),
  ];
}

function extensionsFor(setup: CodeSetup, onChange: (text: string) => void): Extension {
  if (setup.mode === 'edit') {
    return [
      json(),
      linter(jsonParseLinter(), { delay: 300 }),
      history(),
      bracketMatching(),
      highlightActiveLine(),
      foldGutter(),
      codeFolding(),
      keymap.of([...searchKeymap, ...foldKeymap, ...historyKeymap, indentWithTab, ...defaultKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
    ];
  }
  const readOnly = [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ tabindex: '0' }),
  ];
  if (setup.mode === 'compare') {
    return [
      readOnly,
      json(),
      unifiedMergeView({
        original: setup.a,
        mergeControls: false,
        collapseUnchanged: { margin: 2, minSize: 6 },
        diffConfig: { scanLimit: 500, timeout: 1000 },
      }),
      keymap.of([
        ...searchKeymap,
        { key: 'n', run: goToNextChunk },
        { key: 'N', run: goToPreviousChunk },
        ...defaultKeymap,
      ]),
    ];
  }
  return [
    readOnly,
    setup.language === 'json' ? [json(), foldGutter(), codeFolding(), keymap.of(foldKeymap)] : [],
    // Without this CodeMirror reads CR and CRLF as line ends and the character is lost from view.
    setup.exact ? EditorState.lineSeparator.of('\n') : [],
    markField,
    keymap.of([...searchKeymap, ...defaultKeymap]),
  ];
}

const setMark = StateEffect.define<number>();
const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setMark)) continue;
      const line = transaction.state.doc.lineAt(effect.value);
      const lineMark = Decoration.line({ class: 'cm-errorLine' }).range(line.from);
      if (line.to === effect.value) return Decoration.set([lineMark]);
      return Decoration.set([
        lineMark,
        Decoration.mark({ class: 'cm-errorMark' }).range(effect.value, effect.value + 1),
      ]);
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function showMark(view: EditorView, offset: number): void {
  const at = Math.min(offset, view.state.doc.length);
  view.dispatch({ effects: [setMark.of(at), EditorView.scrollIntoView(at, { y: 'center' })] });
}

function longestLine(text: string): number {
  let longest = 0;
  let from = 0;
  while (from <= text.length) {
    const end = text.indexOf('\n', from);
    if (end < 0) return Math.max(longest, text.length - from);
    longest = Math.max(longest, end - from);
    from = end + 1;
  }
  return longest;
}

/** Escapes as a programmer writes them: the signs that CodeMirror draws by itself are in few fonts. */
const escapes: Readonly<Record<number, string>> = { 0: '\\0', 8: '\\b', 11: '\\v', 12: '\\f', 13: '\\r', 27: '\\e' };

function drawSpecialChar(code: number, description: string | null): HTMLElement {
  const sign = document.createElement('span');
  sign.className = 'cm-specialChar';
  sign.textContent = escapes[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  sign.title = description ?? '';
  return sign;
}

/** A key that the editor has used is not also a command of the window. */
function keepUsedKeys(event: Event): void {
  if (event.defaultPrevented) event.stopPropagation();
}
