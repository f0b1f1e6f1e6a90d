// One configuration for every build and every in-process test project.
// `vite build` builds the renderer and the three Node bundles that Electron loads; headless `serve` needs only the renderer,
// because Node 24 runs the engine's TypeScript as it is.
import { builtinModules } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;
const at = (relative: string): string => path.join(root, relative);

/** Native packages, or packages the runtime provides: they stay outside every bundle. */
const native = ['electron', 'better-sqlite3', '@ngrok/ngrok'];
const external = [/^node:/, ...builtinModules, ...native];

const nodeBundle = (name: string, input: Record<string, string>, format: 'es' | 'cjs' = 'es') => ({
  consumer: 'server' as const,
  resolve: { noExternal: true as const, external: native },
  build: {
    outDir: at(`dist/${name}`),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: true,
    copyPublicDir: false,
    rolldownOptions: {
      input,
      external,
      platform: 'node' as const,
      output: { format, entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js' },
    },
  },
});

export default defineConfig({
  root: at('renderer'),
  base: './',
  plugins: [react()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: at('dist/renderer'),
        emptyOutDir: true,
        target: 'chrome146',
        assetsInlineLimit: 0,
        // The start chunk is about 240 kB compressed, loaded over loopback.
        chunkSizeWarningLimit: 1_000,
        rolldownOptions: { input: at('renderer/index.html') },
      },
    },
    main: nodeBundle('main', { main: at('electron/main/main.ts') }),
    preload: nodeBundle('preload', { preload: at('electron/preload/preload.ts') }, 'cjs'),
    engine: nodeBundle('engine', {
      process: at('electron/engine/process.ts'),
      'ngrok-agent-process': at('electron/engine/tunnel/ngrok-agent-process.ts'),
      'writer-worker': at('electron/engine/store/writer-worker.ts'),
      'deriver-worker': at('electron/engine/store/deriver-worker.ts'),
      'reader-worker': at('electron/engine/store/reader-worker.ts'),
    }),
  },
  test: {
    root,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          alias: { electron: at('test/support/electron-absent.ts') },
          include: ['test/{unit,architecture,integration}/**/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'dom', environment: 'jsdom', include: ['test/unit/**/*.test.tsx'] } },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          pool: 'forks',
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          include: ['test/e2e/**/*.test.ts'],
        },
      },
    ],
  },
});
