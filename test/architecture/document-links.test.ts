/**
 * Proves that documents name what exists: every link leads to a file, and every path in code quotes that begins with a
 * folder of the repository or a room of the server exists.
 */

import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';

const root = packageRoot();
const FOLDERS = ['.ci', 'bench', 'build', 'docs', 'fixtures', 'src-main', 'src-renderer', 'src-server', 'test'];
const ROOMS = readdirSync(join(root, 'src-server'));

/** A placeholder for any folder or file, as `contract/control/FEATURE`. */
const PLACEHOLDER = /\/[A-Z]+(?:\/|$)/;

const documents = ['*.md', 'docs/**/*.md', 'clients/**/*.md'].flatMap((pattern) => globSync(pattern, { cwd: root }));
const written = documents.filter((path) => !path.includes('node_modules'));

test.each(written)('every link and path in %s leads to a file', (path) => {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```.*?^```$/gms, '');
  const links = linksOf(text).filter((link) => !existsSync(join(root, dirname(path), link)));
  const paths = pathsOf(text).filter((named) => !existsSync(join(root, placeOf(named))));
  expect({ links, paths }).toEqual({ links: [], paths: [] });
});

/** Without addresses and parts of the same page. */
function linksOf(text: string): string[] {
  const found = text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)|(?:src|srcset)="([^"]+)"/g);
  return [...found].map(([, inText, inTag]) => inText ?? inTag ?? '').filter((link) => !/^[a-z]+:/.test(link));
}

function pathsOf(text: string): string[] {
  const quoted = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`/g)].map(([, named = '']) => named);
  const named = quoted.filter((path) => [...FOLDERS, ...ROOMS].includes(folderOf(path)));
  return named.filter((path) => !PLACEHOLDER.test(path));
}

function placeOf(named: string): string {
  return FOLDERS.includes(folderOf(named)) ? named : `src-server/${named}`;
}

function folderOf(named: string): string {
  return named.split('/')[0] ?? '';
}
