import { useEffect, useEffectEvent, useRef } from 'react';
import { useActions, useCommand, useEngine, useInspector } from '#renderer/state/use-inspector.ts';
import type { FilterEditor } from './filter-editor.ts';
import { createFilterHistory } from './filter-history.ts';
import styles from './filter.module.css';

const filterHistory = createFilterHistory();

/** The text box of the filter. CodeMirror comes after the first paint. */
export function FilterBox() {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<FilterEditor | null>(null);
  const isFocusWanted = useRef(false);
  const draft = useInspector((s) => s.filterDraft);
  const applied = useInspector((s) => s.filterText);
  const actions = useActions();
  const engine = useEngine();

  const submit = useEffectEvent((text: string) => {
    filterHistory.add(text);
    actions.applyFilter(text);
  });
  const escape = useEffectEvent(() => {
    if (draft === applied) document.getElementById('delivery-grid')?.focus();
    else actions.applyFilter(applied);
  });
  const mount = useEffectEvent(async (element: HTMLElement, signal: AbortSignal) => {
    const { createFilterEditor } = await import('./filter-editor.ts');
    if (signal.aborted) return;
    editor.current = createFilterEditor(element, {
      text: draft,
      onChange: actions.setFilterDraft,
      onSubmit: submit,
      onEscape: escape,
      recall: filterHistory.recall,
      readValues: async (key, prefix, abort) =>
        (await engine.call('values.list', { query: { key, prefix } }, abort)).values,
    });
    if (isFocusWanted.current) editor.current.focus();
  });
  useEffect(() => {
    const leaving = new AbortController();
    if (host.current) mount(host.current, leaving.signal).catch(actions.report);
    return () => {
      leaving.abort();
      editor.current?.close();
      editor.current = null;
    };
  }, [actions]);
  useEffect(() => editor.current?.setText(draft), [draft]);
  useCommand('filter.focus', () => {
    isFocusWanted.current = true;
    editor.current?.focus();
  });
  useCommand('filter.clear', () => actions.applyFilter(''));
  return <div ref={host} className={styles.editor} />;
}
