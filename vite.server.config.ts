/**
 * How the command line is built into one folder, out/server, that starts faster than the sources because nothing has to
 * be looked up file by file. electron-vite knows no fourth target, so this one is Vite's own.
 */

import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { copiedPackages } from './vite.copied-packages.ts';
import { stampWhenWritten } from './vite.renderer.config.ts';

export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  plugins: [copiedPackages(), stampWhenWritten('server')],
  build: {
    ssr: true,
    license: { fileName: 'licences.md' },
    target: 'node22',
    outDir: resolve(import.meta.dirname, 'out/server'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: {
        ballast: resolve(import.meta.dirname, 'src-server/cli/start.ts'),
        // The heavy half of ballast/testing (vite.testing.config.ts has the light one).
        'server-entry': resolve(import.meta.dirname, 'src-server/testing/server-entry.ts'),
        // A thread of the server, found beside it by its name.
        'journal-worker': resolve(import.meta.dirname, 'src-server/store/journal/journal-worker.ts'),
        // The same, for images of large worlds.
        'image-worker': resolve(import.meta.dirname, 'src-server/world/snapshots/image-worker.ts'),
        // The same, of replays and sweeps. Piscina, which starts it, finds its own thread in its own package.
        'scenario-worker': resolve(import.meta.dirname, 'src-server/app/scenario-worker.ts'),
        'import-worker': resolve(import.meta.dirname, 'src-server/runner/imports/import-worker.ts'),
        'validation-worker': resolve(import.meta.dirname, 'src-server/runner/library/validation-worker.ts'),
      },
      // Licences stand in licences.md as well; docstrings are read in the types and the sources.
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
});
