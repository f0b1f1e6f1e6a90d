// Every command that has a key, in one table, and the registry that joins a command to the code that is on the screen for it.
// The table drives dispatch, the `?` sheet and the conflict test; a command without a handler just now does nothing and is not listed.

export const commandGroups = ['Move', 'View', 'Filter', 'Detail', 'Compare and replay', 'Receiver'] as const;
export type CommandGroup = (typeof commandGroups)[number];

interface CommandSpec {
  title: string;
  group: CommandGroup;
  /** tinykeys syntax; `$mod` is Ctrl, or Cmd on macOS. The first is the one that is shown. */
  keys: readonly string[];
}

export const commands = {
  'row.next': { title: 'Next row', group: 'Move', keys: ['j', 'ArrowDown'] },
  'row.previous': { title: 'Previous row', group: 'Move', keys: ['k', 'ArrowUp'] },
  'row.pageDown': { title: 'A page down', group: 'Move', keys: ['PageDown'] },
  'row.pageUp': { title: 'A page up', group: 'Move', keys: ['PageUp'] },
  'row.first': { title: 'Oldest row', group: 'Move', keys: ['Home'] },
  'row.last': { title: 'Newest row, live', group: 'Move', keys: ['End'] },
  'row.open': { title: 'Go to the detail', group: 'Move', keys: ['Enter'] },
  'step.back': { title: 'One step back', group: 'Move', keys: ['Escape'] },
  'pane.next': { title: 'Next pane', group: 'Move', keys: ['F6'] },
  'pane.previous': { title: 'Pane before', group: 'Move', keys: ['Shift+F6'] },
  'visit.back': { title: 'Back', group: 'Move', keys: ['Alt+ArrowLeft'] },
  'visit.forward': { title: 'Forward', group: 'Move', keys: ['Alt+ArrowRight'] },
  'try.previous': { title: 'Previous try of the event', group: 'Move', keys: ['BracketLeft'] },
  'try.next': { title: 'Next try of the event', group: 'Move', keys: ['BracketRight'] },

  'view.live': { title: 'Resume live', group: 'View', keys: ['l'] },
  'view.hold': { title: 'Hold, or resume live', group: 'View', keys: ['Space'] },
  'view.order': { title: 'Arrival order or event_ts order', group: 'View', keys: ['t'] },
  'list.group': { title: 'One row for each event, or each try', group: 'View', keys: ['g'] },
  'view.zone': { title: 'Local time or UTC', group: 'View', keys: ['u'] },
  'view.sidebar': { title: 'Sidebar', group: 'View', keys: ['$mod+b'] },
  'view.keys': { title: 'Keys', group: 'View', keys: ['[Shift]+?'] },

  'filter.focus': { title: 'Filter', group: 'Filter', keys: ['/', '$mod+f'] },
  'filter.clear': { title: 'Clear the filter', group: 'Filter', keys: ['Shift+Escape'] },
  'field.include': { title: 'Filter by the field', group: 'Filter', keys: ['f'] },
  'field.exclude': { title: 'Exclude the field', group: 'Filter', keys: ['x'] },
  'field.or': { title: 'Or the field', group: 'Filter', keys: ['a'] },

  'detail.tab1': { title: 'Fields', group: 'Detail', keys: ['1'] },
  'detail.tab2': { title: 'Body', group: 'Detail', keys: ['2'] },
  'detail.tab3': { title: 'Request', group: 'Detail', keys: ['3'] },
  'detail.tab4': { title: 'Attempts', group: 'Detail', keys: ['4'] },
  'detail.tab5': { title: 'Diff', group: 'Detail', keys: ['5'] },
  'detail.copy': { title: 'Copy …', group: 'Detail', keys: ['y'] },

  'diff.pin': { title: 'Pin as A', group: 'Compare and replay', keys: ['p'] },
  'diff.withPinned': { title: 'Compare with A', group: 'Compare and replay', keys: ['c'] },
  'diff.default': { title: 'Compare with the try before', group: 'Compare and replay', keys: ['d'] },
  'replay.open': { title: 'Replay', group: 'Compare and replay', keys: ['r'] },
  'replay.edit': { title: 'Edit and replay', group: 'Compare and replay', keys: ['Shift+r'] },

  'receiver.toggle': { title: 'Start or stop receiving', group: 'Receiver', keys: ['$mod+e'] },
  'receiver.copyUrl': { title: 'Copy the URL', group: 'Receiver', keys: ['$mod+Shift+c'] },
  'sender.open': { title: 'Sender: authentication, addresses, credentials', group: 'Receiver', keys: ['s'] },
  'answer.200': { title: 'Answer 200', group: 'Receiver', keys: ['Alt+Digit1'] },
  'answer.401': { title: 'Answer 401', group: 'Receiver', keys: ['Alt+Digit2'] },
  'answer.500': { title: 'Answer 500', group: 'Receiver', keys: ['Alt+Digit3'] },
  'answer.timeout': { title: 'Let requests time out', group: 'Receiver', keys: ['Alt+Digit4'] },
  'answer.rules': { title: 'Answer by rules …', group: 'Receiver', keys: ['Alt+Digit5'] },
  'experiment.open': { title: 'Retry experiment …', group: 'Receiver', keys: ['Shift+e'] },
} as const satisfies Record<string, CommandSpec>;

export type CommandId = keyof typeof commands;
export const commandIds = Object.keys(commands) as CommandId[];

export interface CommandRegistry {
  /** Gives a command its code; the newest registration wins. Returns what takes it away again. */
  register(id: CommandId, run: () => void): () => void;
  /** Runs a command; false when nothing on the screen can do it. */
  run(id: CommandId): boolean;
  has(id: CommandId): boolean;
}

export function createCommandRegistry(): CommandRegistry {
  const handlers = new Map<CommandId, (() => void)[]>();
  return {
    register(id, run) {
      handlers.set(id, [...(handlers.get(id) ?? []), run]);
      return () =>
        handlers.set(
          id,
          (handlers.get(id) ?? []).filter((other) => other !== run),
        );
    },
    run(id) {
      const handler = handlers.get(id)?.at(-1);
      handler?.();
      return handler !== undefined;
    },
    has: (id) => (handlers.get(id)?.length ?? 0) > 0,
  };
}
