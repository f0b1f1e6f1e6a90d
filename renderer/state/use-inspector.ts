// The only place where the stores meet React. Everything a feature needs:
//
//   useInspector((s) => s.activeId)       a part of the state (InspectorState), re-rendering only when that part changes;
//                                         a selector that builds an object needs useShallow of zustand
//   useActions()                          selectDelivery(id), applyFilter(text), addFilterTerm(key, value, mode),
//                                         pinA(id), toast(message, options?), … (InspectorActions)
//   useEngine()                           the EngineClient: useEngine().call('deliveries.read', { params: { id } }, signal)
//   useCommand('detail.tab1', run)        gives a command of commands.ts its code while the component is mounted
//   useRows()                             the page cache; read it together with useInspector((s) => s.rowsVersion)
//
// A CodeMirror view must be made inside a shadow root (EditorView's `root`), since the page's policy refuses <style> elements;
// custom properties reach into it. See attachEditorRoot in ui/editor-root.ts.
import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { EngineClient } from '../engine-client/engine-client.ts';
import type { CommandId, CommandRegistry } from './commands.ts';
import { toFilterQuery } from './filter-query.ts';
import type { Inspector, InspectorActions } from './inspector.ts';
import type { InspectorState } from './inspector-state.ts';
import type { PageCache } from './page-cache.ts';

export const InspectorContext = createContext<Inspector | null>(null);

function useInspectorHandle(): Inspector {
  const inspector = useContext(InspectorContext);
  if (inspector === null) throw new Error('InspectorContext has no value above this component.');
  return inspector;
}

export function useInspector<T>(selector: (state: InspectorState) => T): T {
  return useStore(useInspectorHandle().store, selector);
}

/** The applied filter as the engine is asked. */
export function useFilterQuery(): ReturnType<typeof toFilterQuery> {
  return useInspector(useShallow(toFilterQuery));
}

export function useActions(): InspectorActions {
  return useInspectorHandle().actions;
}

export function useEngine(): EngineClient {
  return useInspectorHandle().client;
}

export function useRows(): PageCache {
  return useInspectorHandle().rows;
}

export function useCommands(): CommandRegistry {
  return useInspectorHandle().commands;
}

export function useCommand(id: CommandId, run: () => void): void {
  const registry = useCommands();
  const latest = useEffectEvent(run);
  useEffect(() => registry.register(id, () => latest()), [registry, id]);
}
