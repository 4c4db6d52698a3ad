/**
 * Distinguishes what the machine denies a process (room, files, permissions) from bugs and from bad files: the line for
 * the user, and the exit code (decisions K3, K100).
 */
import { closeSync, openSync } from 'node:fs';
import { storageFailureOf } from '../kernel/storage-failure.ts';

const LIMITS: Readonly<Record<string, string>> = {
  EMFILE: 'too many files are open for one process; raise the limit (ulimit -n)',
  ENFILE: 'too many files are open on this machine',
  EAGAIN: 'this machine allows no more threads or processes',
  ENOMEM: 'this machine has no memory left',
  SQLITE_NOMEM: 'this machine has no memory left',
  ERR_WORKER_OUT_OF_MEMORY: 'this machine has no memory left for another thread',
  ERR_WORKER_INIT_FAILED: 'this machine allows no more threads',
};

/** Failures that another folder would solve, so a data folder with such a failure is a wrong argument. */
const OF_THE_FOLDER =
  /^(?:EACCES|EPERM|EROFS|EISDIR|ENOTDIR|EEXIST|ENOTEMPTY|ELOOP|ENAMETOOLONG|DATA_MISSING|SQLITE_(?:READONLY|CANTOPEN|CORRUPT|NOTADB).*)$/;

interface MachineFailure {
  /** One line, with the cause as the system words it. */
  readonly line: string;
  /** Another folder would do. */
  readonly isOfFolder: boolean;
}

/** Maximum number of causes that are inspected. */
const MAX_CAUSES = 4;

/** Number of files that SQLite opens for a database. */
const FILES_OF_A_DATABASE = 4;

/** Whether too many files are open; SQLite does not report that as the cause. */
function hasNoFilesLeft(): boolean {
  const open: number[] = [];
  try {
    while (open.length < FILES_OF_A_DATABASE) open.push(openSync(process.execPath, 'r'));
    return false;
  } catch (error) {
    return error instanceof Error && /^E[MN]FILE$/.test(codeOf(error));
  } finally {
    for (const file of open) closeSync(file);
  }
}

/**
 * Returns the code of an error; for a library that the system did not load, that of the cause, which only its message
 * has.
 */
function codeOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  if (code !== 'ERR_DLOPEN_FAILED') return code;
  if (/too many open files/i.test(error.message)) return 'EMFILE';
  return /cannot allocate memory/i.test(error.message) ? 'ENOMEM' : code;
}

/** `null`: the machine is not the cause. */
export function machineFailureOf(error: unknown): MachineFailure | null {
  let each = error;
  for (let depth = 0; depth < MAX_CAUSES && each instanceof Error; depth += 1) {
    const limit = LIMITS[codeOf(each)];
    if (limit !== undefined) return { line: `${limit} (${each.message})`, isOfFolder: false };
    each = each.cause;
  }
  const failure = storageFailureOf(error);
  if (failure === null) return null;
  if (failure.code.startsWith('SQLITE_CANTOPEN') && hasNoFilesLeft())
    return { line: `${LIMITS.EMFILE} (${failure.message})`, isOfFolder: false };
  const line = failure.reason === 'disk_full' ? `the disk is full (${failure.cause})` : failure.message;
  return { line, isOfFolder: OF_THE_FOLDER.test(failure.code) };
}
