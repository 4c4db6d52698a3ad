/** The search for Electron's binary, in a folder with a small package that behaves like the real one. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ElectronSearch, findElectron } from '../../src-server/cli/desktop/find-electron.ts';

const oneDayMs = 24 * 60 * 60 * 1000;
const nowMs = 1_800_000_000_000;
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ballast-electron-'));
  mkdirSync(packageFolder(), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"name": "ballast"}');
  writeFileSync(join(packageFolder(), 'package.json'), '{"name": "electron", "version": "1.0.0"}');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the search for Electron', () => {
  test('uses an existing binary, without a call of the installer', async () => {
    unpack();
    expect(await findElectron(search())).toEqual({ binary: join(packageFolder(), 'dist', 'electron') });
  });

  test('says so when the package itself is missing', async () => {
    rmSync(packageFolder(), { recursive: true });
    expect(await findElectron(search())).toEqual({ reason: 'the package "electron" is not installed' });
  });

  test('fetches a missing binary with the package’s own installer, and removes the mark of its attempt', async () => {
    installer(`
      const { mkdirSync, writeFileSync } = require('node:fs');
      mkdirSync(__dirname + '/dist');
      writeFileSync(__dirname + '/dist/electron', '');
      writeFileSync(__dirname + '/path.txt', 'electron');
    `);
    expect(await findElectron(search())).toEqual({ binary: join(packageFolder(), 'dist', 'electron') });
    expect(existsSync(tryFile())).toBe(false);
  });

  test('retries a failed fetch once a day', async () => {
    installer(`require('node:fs').appendFileSync(__dirname + '/tries', 'x'); process.exit(1);`);
    expect(await findElectron(search())).toEqual({ reason: 'its program cannot be downloaded' });
    expect(await findElectron(search({ nowMs: nowMs + oneDayMs - 1 }))).toEqual({
      reason: expect.stringContaining('earlier today'),
    });
    expect(tries()).toBe('x');
    await findElectron(search({ nowMs: nowMs + oneDayMs }));
    expect(tries()).toBe('xx');
  });

  test('stops a fetch that takes too long, together with its child processes', { tags: ['deep'] }, async () => {
    installer(`
      const { spawn } = require('node:child_process');
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      setInterval(() => {}, 1000);
    `);
    // The result comes only when no process has the output open, so a survivor would make this test time out.
    const response = await findElectron(search({ fetchLimitMs: 1500 }));
    expect(response).toEqual({ reason: 'its program was not downloaded within 1.5 s' });
  });

  test('stops at once when the user does', async () => {
    installer('setInterval(() => {}, 1000);');
    expect(await findElectron(search({ abort: AbortSignal.abort() }))).toHaveProperty('reason');
  });
});

function search(changes: Partial<ElectronSearch> = {}): ElectronSearch {
  const abort = new AbortController().signal;
  return { root, cacheDir: join(root, 'cache'), nowMs, say: () => undefined, abort, ...changes };
}

function unpack(): void {
  mkdirSync(join(packageFolder(), 'dist'));
  writeFileSync(join(packageFolder(), 'dist', 'electron'), '');
  writeFileSync(join(packageFolder(), 'path.txt'), 'electron');
}

function installer(source: string): void {
  writeFileSync(join(packageFolder(), 'install.js'), source);
}

function tries(): string {
  return readFileSync(join(packageFolder(), 'tries'), 'utf8');
}

function tryFile(): string {
  return join(root, 'cache', 'electron-fetch-tried-at');
}

function packageFolder(): string {
  return join(root, 'node_modules', 'electron');
}
