// Which folder may import what. One row for each room of the house: its folder (the longest row that fits a file counts; `*` stands for
// one folder name, and each such folder is a room of its own), and what it may import besides itself: other rooms, packages, `node:*`.
// A row is changed when the house is meant to change, together with docs/architecture.md.

const anything = '*';

/** `shared/` has an order: each folder may import those above it, and zod; no other package, no Node, no DOM. */
const sharedOrder = [
  'shared/errors',
  'shared/http',
  'shared/answer',
  'shared/protocol',
  'shared/host',
  'shared/spec',
  'shared/chain',
  'shared/envelope',
  'shared/filter',
  'shared/program',
  'shared/order',
  'shared/diff',
  'shared/experiment',
];
const shared = 'shared/*';
const page = ['react', 'lucide-react', '@base-ui/react'];
const editor = ['@codemirror/*', '@lezer/highlight'];

/** Folder → what it may import. */
export const importTable: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(sharedOrder.map((folder, i) => [folder, [...sharedOrder.slice(0, i), 'zod']])),

  // Runs before anything is installed; Vite alone, for the build, after that.
  'electron/launcher': ['node:*', 'vite'],
  // Knows the engine by path and boot contract only.
  'electron/main': [shared, 'node:*', 'electron', 'zod'],
  'electron/preload': [shared, 'electron'],
  'electron/cli': [
    shared,
    'node:*',
    'package.json',
    'commander',
    'electron/engine',
    'electron/engine/settings',
    'electron/engine/simulator',
  ],

  // The composition root of the engine; the only room that knows all its parts.
  'electron/engine': [shared, 'node:*', 'package.json', 'electron/engine/*', 'pino', 'undici'],
  'electron/engine/api': [
    shared,
    'node:*',
    'electron/engine/answering',
    'electron/engine/listening',
    'electron/engine/store',
    'fastify',
    '@fastify/static',
    '@fastify/websocket',
    'ws',
    'pino',
    'zod',
  ],
  'electron/engine/receiver': [
    shared,
    'node:*',
    'electron/engine/answering',
    'electron/engine/listening',
    'electron/engine/sender-auth',
    'electron/engine/store',
    'fastify',
  ],
  'electron/engine/answering': [shared, 'node:*', 'electron/engine/settings', 'electron/engine/store'],
  'electron/engine/experiment': [shared, 'electron/engine/store'],
  'electron/engine/replay': [shared, 'node:*', 'electron/engine/store', 'electron/engine/random', 'undici'],
  'electron/engine/simulator': [shared, 'node:*', 'electron/engine/random', 'undici'],
  'electron/engine/tunnel': [shared, 'node:*', 'electron/engine/settings', '@ngrok/ngrok'],
  'electron/engine/sender-auth': [shared, 'node:*', 'jose'],
  'electron/engine/settings': [shared, 'node:*', 'zod'],
  'electron/engine/listening': [shared],
  'electron/engine/random': ['node:*'],
  // The only SQL.
  'electron/engine/store': [shared, 'node:*', 'better-sqlite3'],

  // The page: no Node, no Electron, no engine. It reaches the engine over the wire, through engine-client.
  renderer: ['renderer/app', 'renderer/ui', 'zod', '@fontsource-variable/*'],
  'renderer/app': [
    shared,
    'renderer/*',
    'renderer/features/*',
    'renderer/state/use-inspector.ts',
    ...page,
    'react-dom',
    'react-resizable-panels',
  ],
  // A feature never imports another feature: what two of them need is in state/ or ui/.
  'renderer/features/*': [
    shared,
    'renderer/state',
    'renderer/state/use-inspector.ts',
    'renderer/ui',
    ...page,
    ...editor,
    'tinykeys',
  ],
  'renderer/state': [shared, 'renderer/engine-client', 'zustand'],
  // The only place where the stores meet React.
  'renderer/state/use-inspector.ts': ['renderer/state', 'renderer/engine-client', 'react', 'zustand'],
  'renderer/engine-client': [shared],
  'renderer/host': [shared, 'renderer/state', 'renderer/engine-client'],
  'renderer/ui': [shared, ...page, ...editor],

  // Tests look at everything; nothing looks at tests.
  'test/*': [anything],
};
