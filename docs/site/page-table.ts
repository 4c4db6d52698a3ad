/**
 * Defines which documents of the repository are pages of the site, and at which address. The documents remain where and
 * as they are; nothing else defines the content of the site.
 */

import { globSync } from 'node:fs';
import { posix } from 'node:path';

/** Documents outside `docs`, by their path in the repository. */
const OTHERS: Readonly<Record<string, string>> = {
  'README.md': 'about.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
  'CHANGELOG.md': 'changelog.md',
  'fixtures/scenarios/README.md': 'scenario-library.md',
  'clients/python/README.md': 'python.md',
};

/** The page of each document, both relative: to the repository, and to the site. Sorted by path. */
export function pageTable(root: string): ReadonlyMap<string, string> {
  const found = globSync('docs/**/*.md', { cwd: root, exclude: (path) => path === 'node_modules' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules'))
    .toSorted();
  return new Map([...Object.entries(OTHERS), ...found.map((path): [string, string] => [path, pageOf(path)])]);
}

function pageOf(path: string): string {
  const below = path.slice('docs/'.length);
  return posix.basename(below) === 'README.md' ? posix.join(posix.dirname(below), 'index.md') : below;
}
