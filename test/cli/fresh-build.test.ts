/** When the app must be built again: determined by the times of files in a folder of the test. */

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isFresh } from '../../src-server/cli/desktop/fresh-build.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ballast-build-'));
  file('src-renderer/portfolio/page.tsx', 100);
  folder('src-renderer/portfolio', 100);
  folder('src-renderer', 100);
  file('src-server/engine/command.ts', 100);
  folder('src-server/engine', 100);
  folder('src-server', 100);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('a build', () => {
  test('is stale when there is none', () => {
    expect(isFresh(root, 'renderer')).toBe(false);
  });

  test('is fresh when it began after the last change', () => {
    file('out/.built-renderer', 101);
    expect(isFresh(root, 'renderer')).toBe(true);
  });

  test('is stale when a file changed after it began', () => {
    file('out/.built-renderer', 101);
    file('src-renderer/portfolio/page.tsx', 102);
    expect(isFresh(root, 'renderer')).toBe(false);
  });

  test('is stale when a file was removed, which changes only its folder', () => {
    file('out/.built-renderer', 101);
    rmSync(join(root, 'src-renderer/portfolio/page.tsx'));
    folder('src-renderer/portfolio', 102);
    expect(isFresh(root, 'renderer')).toBe(false);
  });

  test('of the pages ignores the server, but the one of the desktop does not', () => {
    file('out/.built-renderer', 101);
    file('out/.built-main', 101);
    expect(isFresh(root, 'desktop')).toBe(true);
    file('src-server/engine/command.ts', 102);
    expect(isFresh(root, 'renderer')).toBe(true);
    expect(isFresh(root, 'desktop')).toBe(false);
  });
});

test('the command line is fresh with its package and its types', () => {
  for (const part of ['server', 'testing', 'types']) {
    expect(isFresh(root, 'server')).toBe(false);
    file(`out/.built-${part}`, 101);
  }
  expect(isFresh(root, 'server')).toBe(true);
});

/** Writes a file whose time of change is this number of seconds after 1970. */
function file(name: string, changedAtS: number): void {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  utimesSync(path, changedAtS, changedAtS);
}

function folder(name: string, changedAtS: number): void {
  utimesSync(join(root, name), changedAtS, changedAtS);
}
