/**
 * Counts what is on its way to the journal's thread, in memory that both threads share. It is bounded: a writer that
 * finds it full waits until the thread has caught up, so that neither memory grows nor a request is lost.
 */

export interface Backlog {
  /** Adds a batch; waits first while there is too much. Throws where the thread makes no progress. */
  begin(batch: BatchSize): void;
  finish(batch: BatchSize): void;
  /** Returns the number of requests on their way. */
  count(): number;
}

interface BatchSize {
  /** Number of requests. */
  readonly count: number;
  readonly kib: number;
}

const MAX_RECORDS = 20_000;
const MAX_KIB = 65_536;
const PATIENCE_MS = 20_000;
const RECORDS = 0;
const KIB = 1;

export function newBacklogMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

export function createBacklog(memory: SharedArrayBuffer): Backlog {
  const counts = new Int32Array(memory);
  return {
    begin({ count, kib }) {
      for (let waiting = Atomics.load(counts, RECORDS); waiting > 0; waiting = Atomics.load(counts, RECORDS)) {
        if (waiting + count <= MAX_RECORDS && Atomics.load(counts, KIB) + kib <= MAX_KIB) break;
        if (Atomics.wait(counts, RECORDS, waiting, PATIENCE_MS) === 'timed-out') {
          throw new Error(`the journal has not moved for ${PATIENCE_MS / 1000} s`);
        }
      }
      Atomics.add(counts, RECORDS, count);
      Atomics.add(counts, KIB, kib);
    },
    count: () => Atomics.load(counts, RECORDS),
    finish({ count, kib }) {
      Atomics.sub(counts, KIB, kib);
      Atomics.sub(counts, RECORDS, count);
      Atomics.notify(counts, RECORDS);
    },
  };
}
