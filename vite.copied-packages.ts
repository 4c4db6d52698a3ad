/**
 * Packages that no bundle can hold, because they find files of their own: a build has the few files that it needs of each
 * in out/packages, where its imports and `packageFolder` look. So what is installed needs no other package, runs no
 * script and is the same for every package manager.
 */

import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

interface CopiedPackage {
  /** What an import of the package loads; none is imported without it. */
  readonly entry?: string;
  /** Files and folders, beside package.json. A licence is always among them. */
  readonly files: readonly string[];
}

export const COPIED_PACKAGES: Readonly<Record<string, CopiedPackage>> = {
  // SQLite for every system, ready to be loaded; neither its sources nor the file that has npm compile them.
  'better-sqlite3': { entry: 'lib/index.js', files: ['LICENSE', 'lib', 'prebuilds'] },
  highs: { entry: 'build/highs.mjs', files: ['LICENSE', 'build/highs.mjs', 'build/highs.wasm'] },
  piscina: { entry: 'dist/esm-wrapper.mjs', files: ['LICENSE', 'dist'] },
  'swagger-ui-dist': {
    files: ['LICENSE', 'NOTICE', 'swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt'],
  },
  uplot: { files: ['LICENSE', 'dist/uPlot.iife.min.js', 'dist/uPlot.min.css'] },
};

/** What stands in a bundle for the folder of the copies, until it is known where in the build a part of the bundle lies. */
const FOLDER = 'copied-packages:';

export function copiedPackages(): Plugin {
  let folder = '';
  return {
    name: 'copied-packages',
    enforce: 'pre',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir, '../packages');
    },
    resolveId(source) {
      const entry = COPIED_PACKAGES[source]?.entry;
      return entry === undefined ? null : { id: `${FOLDER}${source}/${entry}`, external: true };
    },
    renderChunk(code, { fileName }) {
      const above = '../'.repeat(fileName.split('/').length);
      return { code: code.replaceAll(FOLDER, `${above}packages/`), map: null };
    },
    writeBundle() {
      rmSync(folder, { recursive: true, force: true });
      for (const [name, { files }] of Object.entries(COPIED_PACKAGES)) copyPackage(name, files, join(folder, name));
    },
  };
}

function copyPackage(name: string, files: readonly string[], target: string): void {
  const source = join(import.meta.dirname, 'node_modules', name);
  for (const file of ['package.json', ...files])
    cpSync(join(source, file), join(target, file), { recursive: true, filter: isNeeded });
}

function isNeeded(path: string): boolean {
  return !/\.(?:map|d\.[cm]?ts)$/.test(path);
}
