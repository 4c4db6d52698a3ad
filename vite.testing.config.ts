/**
 * How `ballast/testing` is built beside the bundled command line in out/server: its light half as one CommonJS file, which
 * every test runner can load in its sandbox, and which loads the heavy half (an entry of vite.server.config.ts) when it
 * is wanted.
 */

import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { stampWhenWritten } from './vite.renderer.config.ts';

export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  plugins: [stampWhenWritten('testing')],
  build: {
    ssr: true,
    target: 'node22',
    outDir: resolve(import.meta.dirname, 'out/server'),
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      input: { testing: resolve(import.meta.dirname, 'src-server/testing/testing.ts') },
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
});
