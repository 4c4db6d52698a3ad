/** Tells what the machine refuses a process (room, files, permissions) apart from bugs. */
import { storageFailureOf } from '../kernel/storage-failure.ts';

const LIMITS: Readonly<Record<string, string>> = {
  EMFILE: 'too many files are open for one process; raise the limit (ulimit -n)',
  ENFILE: 'too many files are open on this machine',
  EAGAIN: 'this machine gives no more threads or processes',
  ENOMEM: 'this machine has no memory left',
  ERR_WORKER_OUT_OF_MEMORY: 'this machine has no memory left for another thread',
  ERR_WORKER_INIT_FAILED: 'this machine gives no more threads',
};

/** A line for whoever runs the process; `null`: the machine has nothing to do with it. */
export function machineFailureOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const limit = LIMITS[code];
  if (limit !== undefined) return `${limit} (${error.message})`;
  const failure = storageFailureOf(error);
  if (failure === null) return null;
  return failure.reason === 'disk_full' ? `the disk is full (${error.message})` : error.message;
}
