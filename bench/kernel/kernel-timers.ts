/**
 * Measures timers per second through the kernel alone: chains of timers that set the next one and emit nothing, over a
 * store that stores nothing. Compared with a bare binary heap from which the same number of entries is removed and
 * added again.
 */
import { Kernel } from '../../src-server/kernel/kernel.ts';
import type { KernelStore } from '../../src-server/kernel/kernel-store.ts';
import { mix32 } from '../../src-server/kernel/streams.ts';
import { type Figure, interleave } from '../figure.ts';

const ROUNDS = 5;
const BATCHES = 2000;
const BATCH = 512;
const CHAINS = 2048;
const START_MS = Date.UTC(2026, 2, 2, 9, 30);
const GOAL_PER_SECOND = 1_000_000;

export async function benchKernelTimers(): Promise<Figure[]> {
  const works = { kernel: kernelWork(), heap: heapWork() };
  await interleave(1, works);
  const rates = await interleave(ROUNDS, works);
  const reference = { what: 'bare binary heap', value: rates.heap };
  const goal = { text: `≥ ${GOAL_PER_SECOND.toLocaleString('en')}/s`, met: rates.kernel >= GOAL_PER_SECOND };
  return [{ name: 'timers through the kernel alone', value: rates.kernel, unit: 'timers/s', reference, goal }];
}

/** Delay that both works use for timer number `count`: up to two minutes, so that entries sink to every depth. */
function stepMs(count: number): number {
  return 1 + ((mix32(count) >>> 0) % 120_000);
}

/** Returns the work of one round, timers per second, in transactions of the time driver's size. */
function kernelWork(): () => number {
  const clock = { mode: 'manual', rate: 1, paused: false, advance: null } as const;
  const kernel = new Kernel(forgetfulStore(), { seed: 1, startAtMs: START_MS, clock });
  let count = 0;
  kernel.onTimer('chain', (unit, payload) => {
    count += 1;
    unit.schedule(unit.nowMs + stepMs(count), 'chain', payload);
  });
  kernel.execute((unit) => {
    for (let chain = 0; chain < CHAINS; chain += 1) unit.schedule(START_MS + chain, 'chain', { order: chain });
  });
  const none: ReadonlySet<string> = new Set();
  return () =>
    perSecond(() => {
      const { timers } = kernel.runUntil(kernel.nowMs + 1_000_000_000, BATCH, none);
      if (timers !== BATCH) throw new Error(`${timers} timers ran in a batch of ${BATCH}`);
    });
}

/** A store whose transactions cost nothing, so that only the kernel is measured. */
function forgetfulStore(): KernelStore {
  return { transaction: (work) => work(), load: () => null, save: () => {} };
}

function heapWork(): () => number {
  const heap: Entry[] = [];
  for (let chain = 0; chain < CHAINS; chain += 1) push(heap, { dueMs: START_MS + chain, seq: chain });
  let seq = CHAINS;
  return () =>
    perSecond(() => {
      for (let count = 0; count < BATCH; count += 1) {
        const { dueMs } = pop(heap);
        seq += 1;
        push(heap, { dueMs: dueMs + stepMs(seq), seq });
      }
    });
}

function perSecond(batch: () => void): number {
  const startMs = performance.now();
  for (let count = 0; count < BATCHES; count += 1) batch();
  return (BATCHES * BATCH * 1000) / (performance.now() - startMs);
}

interface Entry {
  readonly dueMs: number;
  readonly seq: number;
}

function push(heap: Entry[], entry: Entry): void {
  let index = heap.push(entry) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isBefore(entry, heap[parent] as Entry)) break;
    heap[index] = heap[parent] as Entry;
    index = parent;
  }
  heap[index] = entry;
}

/** Removes the first entry of a heap that has at least two. */
function pop(heap: Entry[]): Entry {
  const first = heap[0] as Entry;
  const last = heap.pop() as Entry;
  let index = 0;
  for (let child = 1; child < heap.length; child = 2 * index + 1) {
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child += 1;
    if (!isBefore(heap[child] as Entry, last)) break;
    heap[index] = heap[child] as Entry;
    index = child;
  }
  heap[index] = last;
  return first;
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.dueMs < other.dueMs || (one.dueMs === other.dueMs && one.seq < other.seq);
}
