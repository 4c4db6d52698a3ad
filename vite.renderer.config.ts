/** How the pages are built: for the browser alone (`vite build`) and, through electron.vite.config.ts, for the window. */

import { utimesSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

/** Marks a complete build beside its folder with the time at which it began, for whoever must know whether it is still fresh. */
export function stampWhenWritten(name: string): Plugin {
  let startedAt = new Date();
  let stamp = '';
  return {
    name: `stamp-${name}`,
    apply: 'build',
    configResolved({ root, build }) {
      stamp = resolve(root, build.outDir, `../.built-${name}`);
    },
    buildStart() {
      startedAt = new Date();
    },
    writeBundle() {
      writeFileSync(stamp, '');
      utimesSync(stamp, startedAt, startedAt);
    },
  };
}

/**
 * Loaded when it is needed: the desktop's messages with their schemas, the form of a portfolio with the reader of tables,
 * the dialog that imports files, and the timeline and the records, which two screens each share.
 */
const ON_DEMAND =
  /node_modules.(?:zod|papaparse|html-to-image)|src-renderer.(?:app|components).(?:desktop|imports)|src-server.contract.desktop|src-renderer.screens.(?:portfolios.edit|scenarios.timeline|compliance)/;

/** Recharts, and the parts of charts that import it: no other screen loads them. */
const CHARTS =
  /node_modules.(?:recharts|d3-|victory|@reduxjs|immer|es-toolkit|decimal)|src-renderer.components.charts.(?:chart-axes|chart-tooltip|time-chart)/;

export const rendererOptions = {
  root: resolve(import.meta.dirname, 'src-renderer'),
  // Absolute, because every object of the app has a deep address of its own that may be opened first.
  base: '/',
  plugins: [react(), stampWhenWritten('renderer')],
  build: {
    outDir: resolve(import.meta.dirname, 'out/renderer'),
    emptyOutDir: true,
    license: { fileName: 'licences.md' },
    // electron-vite would leave it: its pages come from a disk, ours over HTTP, as text that is parsed at every start.
    minify: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        // One file for what every page needs at its start, one for what several screens share: each file is a request. The
        // first group that matches takes a module with all that it imports, so the scales, which also draw a timeline,
        // come before the charts.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'code', test: /node_modules.(?:@codemirror|@lezer|style-mod|w3c-keyname|crelt)/ },
            { name: 'scales', test: /node_modules.d3-|src-renderer.components.charts.chart-scales/ },
            { name: 'screens', minShareCount: 2, test: (id: string) => !ON_DEMAND.test(id) && !CHARTS.test(id) },
            { name: 'charts', test: CHARTS },
          ],
        },
      },
    },
    // The content security policy takes fonts from the server alone, not from `data:` addresses.
    assetsInlineLimit: (file: string) => (file.endsWith('.woff2') ? false : undefined),
  },
} satisfies UserConfig;

export default defineConfig(rendererOptions);
