// The filter box: a CodeMirror view of one line, in a shadow root (the page's policy refuses <style> elements). Highlighting and
// squiggles come from the parser of the language, completions from outside. It knows nothing of React.
import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  selectedCompletionIndex,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, keymap, placeholder, type DecorationSet } from '@codemirror/view';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { attachEditorRoot } from '#renderer/ui/editor-root.ts';
import { createCompletionSource, type ReadValues } from './completion-source.ts';
import { filterEditorTheme } from './filter-editor-theme.ts';

export interface FilterEditorPorts {
  text: string;
  onChange: (text: string) => void;
  /** Enter. */
  onSubmit: (text: string) => void;
  /** Esc, when no completions are open. */
  onEscape: () => void;
  /** Up (-1) and Down (1): the text of the filter before or after; null where there is none. */
  recall: (step: -1 | 1) => string | null;
  readValues: ReadValues;
}

export interface FilterEditor {
  /** Replaces the text; does not call `onChange`. */
  setText(text: string): void;
  focus(): void;
  close(): void;
}

export function createFilterEditor(host: HTMLElement, ports: FilterEditorPorts): FilterEditor {
  const root = attachEditorRoot(host);
  let silent = false;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: ports.text,
      extensions: [
        oneLine,
        highlighting,
        history(),
        filterKeys(ports),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        autocompletion({
          override: [createCompletionSource(ports.readValues)],
          icons: false,
          selectOnOpen: false,
          maxRenderedOptions: 50,
        }),
        placeholder('Filter: event:notification.* lag:>5s -status:200'),
        EditorView.contentAttributes.of({ 'aria-label': 'Filter', spellcheck: 'false', tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !silent) ports.onChange(update.state.doc.toString());
        }),
        filterEditorTheme,
      ],
    }),
  });

  return {
    setText(text) {
      if (text === view.state.doc.toString()) return;
      silent = true;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: text.length },
      });
      silent = false;
    },
    focus() {
      view.focus();
      view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
    },
    close: () => view.destroy(),
  };
}

function filterKeys({ onSubmit, onEscape, recall }: FilterEditorPorts): Extension {
  const step = (by: -1 | 1) => (view: EditorView) => {
    const text = recall(by);
    if (text !== null) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: text.length },
      });
    }
    return true;
  };
  return keymap.of([
    {
      key: 'Enter',
      run: (view) => {
        closeCompletion(view);
        onSubmit(view.state.doc.toString());
        return true;
      },
    },
    {
      key: 'Shift-Escape',
      run: (view) => {
        closeCompletion(view);
        onSubmit('');
        return true;
      },
    },
    {
      key: 'Escape',
      run: (view) => {
        if (!closeCompletion(view)) onEscape();
        return true;
      },
    },
    { key: 'ArrowUp', run: step(-1) },
    { key: 'ArrowDown', run: step(1) },
    { key: 'Tab', run: acceptFirst },
    { key: 'Alt-ArrowDown', run: startCompletion },
  ]);
}

/** Tab takes the chosen completion, or the first where none is chosen yet. */
function acceptFirst(view: EditorView): boolean {
  if (completionStatus(view.state) !== 'active') return false;
  if (selectedCompletionIndex(view.state) === null) moveCompletionSelection(true)(view);
  return acceptCompletion(view);
}

const oneLine: Extension = [
  EditorView.clipboardInputFilter.of((text) => text.replaceAll(/\s*[\r\n]+\s*/g, ' ')),
  EditorState.transactionFilter.of((transaction) => (transaction.newDoc.lines > 1 ? [] : transaction)),
];

const highlighting = StateField.define<DecorationSet>({
  create: (state) => decorate(state.doc.toString()),
  update: (now, transaction) => (transaction.docChanged ? decorate(transaction.newDoc.toString()) : now),
  provide: (field) => EditorView.decorations.from(field),
});

function decorate(text: string): DecorationSet {
  const { tokens, errors } = parseFilter(text);
  const marks = tokens.map(({ type, start, end }) => Decoration.mark({ class: `filter-${type}` }).range(start, end));
  const squiggles = errors.map(({ start, end }) => {
    // An error at the very end has no width of its own: underline what is before it.
    const from = start < end ? start : Math.max(0, start - 1);
    return Decoration.mark({ class: 'filter-problem' }).range(from, Math.max(from, end));
  });
  return Decoration.set(
    [...marks, ...squiggles].filter((range) => range.from < range.to),
    true,
  );
}
