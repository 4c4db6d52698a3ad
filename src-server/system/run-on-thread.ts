/**
 * Runs one task on its own thread, which ends with it: slow work, so that requests and signals are handled meanwhile,
 * and reading files of others, so that it can be aborted.
 */
import { Worker } from 'node:worker_threads';
import { hostClock } from './host-time.ts';
import { threadEnvironment } from './thread-environment.ts';

interface ThreadWork {
  /** The entry of the thread (`worker-file.ts`), which posts its result. */
  readonly worker: URL;
  /** Its `workerData`. */
  readonly data: unknown;
  /** Purpose of the thread, for messages. */
  readonly purpose: string;
  readonly longestMs: number;
  /** Limit of its heap, in MiB; V8's default where it is left out. */
  readonly maxHeapMib?: number;
}

/** `late`: it exceeded its time; `memory`: it exceeded its memory; `broken`: anything else. */
type ThreadFailureKind = 'late' | 'memory' | 'broken';

export class ThreadFailure extends Error {
  readonly kind: ThreadFailureKind;

  constructor(kind: ThreadFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Resolves with the result of the thread; rejects with `ThreadFailure`. */
export function runOnThread({ worker: file, data, purpose, longestMs, maxHeapMib }: ThreadWork): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (kind: ThreadFailureKind, why: string, cause?: unknown) =>
      reject(new ThreadFailure(kind, `the thread for ${purpose} ${why}`, cause));
    const worker = new Worker(file, {
      workerData: data,
      env: threadEnvironment(),
      ...(maxHeapMib === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: maxHeapMib } }),
    });
    const cancel = hostClock.after(longestMs, () => {
      fail('late', `did not respond within ${longestMs / 1000} s`);
      void worker.terminate();
    });
    worker.once('message', resolve);
    worker.once('error', (error: unknown) => {
      const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isMemory) fail('memory', `needed more than ${maxHeapMib} MiB`, error);
      else fail('broken', `failed: ${error instanceof Error ? error.message : String(error)}`, error);
    });
    worker.once('exit', () => {
      cancel();
      fail('broken', 'ended without a result');
    });
  });
}
