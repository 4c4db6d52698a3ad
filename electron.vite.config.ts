/**
 * How the desktop app is built into out/: the main process with the server's process beside it, the preload script and
 * the pages. What is native, finds files of its own or belongs to Electron stays outside the bundles.
 */

import { resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { copiedPackages } from './vite.copied-packages.ts';
import { rendererOptions, stampWhenWritten } from './vite.renderer.config.ts';

const external = ['electron'];
const from = (file: string) => resolve(import.meta.dirname, file);

/**
 * electron-vite makes the pages' addresses relative, for windows that load files. Ours load from the local server, and
 * a deep address of the app must find its scripts after a reload.
 */
const absoluteAddresses: Plugin = {
  name: 'absolute-addresses',
  enforce: 'post',
  config(config) {
    config.base = rendererOptions.base;
  },
};

export default defineConfig({
  main: {
    plugins: [copiedPackages(), stampWhenWritten('main')],
    build: {
      license: { fileName: 'licences.md' },
      outDir: from('out/main'),
      externalizeDeps: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          main: from('src-main/main.ts'),
          'server-process': from('src-main/server-process.ts'),
          // A thread of the server's process, found beside it by its name.
          'journal-worker': from('src-server/store/journal/journal-worker.ts'),
          // The same, of the scenarios that the app plays.
          'scenario-worker': from('src-server/app/scenario-worker.ts'),
          'import-worker': from('src-server/runner/imports/import-worker.ts'),
          'validation-worker': from('src-server/runner/library/validation-worker.ts'),
          'image-worker': from('src-server/world/snapshots/image-worker.ts'),
        },
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
    plugins: [...rendererOptions.plugins, absoluteAddresses],
    build: {
      ...rendererOptions.build,
      rolldownOptions: { ...rendererOptions.build.rolldownOptions, input: from('src-renderer/index.html') },
    },
  },
});
