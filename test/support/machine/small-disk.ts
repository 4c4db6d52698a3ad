/**
 * A disk of a few megabytes for a test to fill: a tmpfs, mounted for the test and unmounted after it. Where mounting is
 * not permitted, tests say so and are skipped; where BALLAST_CI is set they fail instead.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWhere } from './describe-where.ts';

export interface SmallDisk {
  readonly folder: string;
  /** Fills all that is left, or all but this many bytes. */
  fill(leave?: number): void;
  /** From now on nothing on it can be changed. */
  forbid(): void;
  /** Frees the space again. */
  makeRoom(): void;
  /** Unmounts it, even if files there are still open. */
  remove(): void;
}

const WHY = 'mounting a tmpfs is not permitted here: run the tests as root, as CI does';
const BLOCK = Buffer.alloc(4096);

/** `describe` for tests that need such a disk. */
export function describeWithDisk(title: string, tests: () => void): void {
  describeWhere(isMountable() ? null : WHY, title, tests);
}

export function mountDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-disk-'));
  const filling = join(folder, 'filling');
  const { status, stderr } = mount(folder, megabytes);
  if (status !== 0) throw new Error(`mount: ${stderr}`);
  return {
    folder,
    fill(leave = 0) {
      const descriptor = openSync(filling, 'w');
      writeUntilFull(descriptor);
      closeSync(descriptor);
      if (leave > 0) spawnSync('truncate', ['--size', `-${leave}`, filling]);
    },
    forbid: () => void spawnSync('mount', ['-o', 'remount,ro', folder]),
    makeRoom: () => rmSync(filling, { force: true }),
    remove() {
      spawnSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}

function isMountable(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'ballast-disk-'));
  const { status } = mount(folder, 1);
  if (status === 0) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return status === 0;
}

function mount(folder: string, megabytes: number) {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'ballast-test', folder], { encoding: 'utf8' });
}

function writeUntilFull(descriptor: number): void {
  try {
    for (;;) writeSync(descriptor, BLOCK);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
