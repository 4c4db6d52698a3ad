/**
 * Distinguishes failures of the disk from bugs, by the SQLite or operating system code of an error or of its causes.
 */

import type { STORAGE_FAILURES } from '../domain/world-choices.ts';

type StorageFailureReason = (typeof STORAGE_FAILURES)[number];

export interface StorageFailure {
  readonly reason: StorageFailureReason;
  /** Error code of SQLite or of the operating system; `cause` is its message. */
  readonly code: string;
  readonly cause: string;
  /** A sentence for the person who runs the server. */
  readonly message: string;
}

/** The files of a world are no longer where they were opened, so writes would be lost when the process ends. */
export class DataMissingError extends Error {
  readonly code = 'DATA_MISSING';
}

/** The disk had no room, detected before anything was written. */
export class DiskFullError extends Error {
  readonly code = 'ENOSPC';
}

/** A timer's handler failed: this world cannot continue, but the disk and the other worlds are fine. */
export class TimerFailedError extends Error {
  readonly code = 'TIMER_FAILED';
}

const REASONS: readonly (readonly [RegExp, StorageFailureReason])[] = [
  [/^(?:SQLITE_FULL|ENOSPC|EDQUOT)$/, 'disk_full'],
  [/^(?:DATA_MISSING|SQLITE_READONLY_DBMOVED)$/, 'data_missing'],
  [/^(?:SQLITE_CORRUPT|SQLITE_NOTADB|TIMER_FAILED)/, 'data_damaged'],
  [/^SQLITE_(?:IOERR|READONLY|CANTOPEN)/, 'disk_error'],
  [/^(?:EIO|EROFS|EACCES|EPERM|EMFILE|ENFILE|ENXIO|ENODEV|ESTALE|EBUSY|EFBIG|EMLINK|ENOLCK|ETXTBSY)$/, 'disk_error'],
  [/^(?:EISDIR|ENOTDIR|EEXIST|ENOTEMPTY|ELOOP|ENAMETOOLONG)$/, 'disk_error'],
];

/** Largest number of causes that are inspected. */
const MAX_CAUSES = 4;

/** Returns `null` if the error is not a failure of the disk. */
export function storageFailureOf(error: unknown): StorageFailure | null {
  let each = error;
  for (let depth = 0; depth < MAX_CAUSES && each instanceof Error; depth += 1) {
    const code = 'code' in each && typeof each.code === 'string' ? each.code : '';
    const found = REASONS.find(([codes]) => codes.test(code));
    if (found !== undefined)
      return { reason: found[1], code, cause: each.message, message: messageOf(found[1], each.message) };
    each = each.cause;
  }
  return null;
}

function messageOf(reason: StorageFailureReason, what: string): string {
  switch (reason) {
    case 'disk_full':
      return 'The disk is full.';
    case 'data_missing':
      return 'The data folder is missing, or was replaced by another.';
    case 'data_damaged':
      return `The database of the world is damaged (${what}).`;
    case 'disk_error':
      return `The disk cannot be written to or read (${what}).`;
  }
}
