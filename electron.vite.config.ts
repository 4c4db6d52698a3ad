/**
 * How the desktop app is built into out/: the main process with the server's process beside it, the preload script and
 * the pages. Only better-sqlite3 (native) and electron stay outside the bundles.
 */

import { resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import { rendererOptions, stampWhenWritten } from './vite.renderer.config.ts';

const external = ['electron', 'better-sqlite3'];
const from = (file: string) => resolve(import.meta.dirname, file);

export default defineConfig({
  main: {
    plugins: [stampWhenWritten('main')],
    build: {
      outDir: from('out/main'),
      externalizeDeps: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { main: from('src-main/main.ts'), 'server-process': from('src-main/server-process.ts') },
        external,
        output: { format: 'es' },
      },
    },
  },
  preload: {
    build: {
      outDir: from('out/preload'),
      externalizeDeps: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { preload: from('src-main/preload.ts') },
        external,
        // A sandboxed preload script cannot be an ES module.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    ...rendererOptions,
    build: { ...rendererOptions.build, rolldownOptions: { input: from('src-renderer/index.html') } },
  },
});
