/**
 * Queues timers, ordered by (due time, sequence): a binary heap that removes cancelled timers lazily. Has no handlers.
 */
import type { Json } from './canonical-json.ts';

/** A timer that is due at `dueMs` of virtual time; `seq` orders timers of the same instant by when they were set. */
export interface Timer {
  readonly seq: number;
  readonly dueMs: number;
  readonly kind: string;
  readonly payload: Json;
}

export class TimerQueue {
  #heap: Timer[] = [];
  #cancelled = new Set<number>();
  readonly #countByKind = new Map<string, number>();

  get size(): number {
    return this.#heap.length - this.#cancelled.size;
  }

  /** Whether a timer of this kind is pending; a cancelled one counts until it would be due. */
  has(kind: string): boolean {
    return (this.#countByKind.get(kind) ?? 0) > 0;
  }

  /** Whether a timer is pending whose kind is not in `kinds`. */
  hasBesides(kinds: ReadonlySet<string>): boolean {
    let others = this.#heap.length;
    for (const kind of kinds) others -= this.#countByKind.get(kind) ?? 0;
    // Each has to be checked only if all of them may be cancelled.
    return others > this.#cancelled.size || (others > 0 && this.firstDueMsOf((kind) => !kinds.has(kind)) !== null);
  }

  /** Returns when the first timer of the wanted kinds is due, or `null`; checks all timers. */
  firstDueMsOf(isWanted: (kind: string) => boolean): number | null {
    let first: number | null = null;
    for (const { seq, kind, dueMs } of this.#heap) {
      if (!isWanted(kind) || this.#cancelled.has(seq)) continue;
      if (first === null || dueMs < first) first = dueMs;
    }
    return first;
  }

  /** Returns the kinds of pending timers. */
  kinds(): string[] {
    return [...this.#countByKind].filter(([, count]) => count > 0).map(([kind]) => kind);
  }

  push(timer: Timer): void {
    this.#countByKind.set(timer.kind, (this.#countByKind.get(timer.kind) ?? 0) + 1);
    const heap = this.#heap;
    let index = heap.length;
    heap.push(timer);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent] as Timer;
      if (!isBefore(timer, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = timer;
  }

  /** Returns the next timer without removing it. */
  peek(): Timer | undefined {
    this.#dropCancelled();
    return this.#heap[0];
  }

  /** Removes and returns the next timer. */
  pop(): Timer | undefined {
    this.#dropCancelled();
    return this.#removeTop();
  }

  /** Cancels a timer, so that it is never returned; `seq` must be in the queue. */
  cancel(seq: number): void {
    this.#cancelled.add(seq);
  }

  #dropCancelled(): void {
    while (this.#cancelled.size > 0) {
      const top = this.#heap[0];
      if (top === undefined || !this.#cancelled.delete(top.seq)) return;
      this.#removeTop();
    }
  }

  #removeTop(): Timer | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (top !== undefined) this.#countByKind.set(top.kind, (this.#countByKind.get(top.kind) ?? 1) - 1);
    if (top === undefined || last === undefined || heap.length === 0) return top;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Timer, heap[child] as Timer)) child += 1;
      if (!isBefore(heap[child] as Timer, last)) break;
      heap[index] = heap[child] as Timer;
      index = child;
    }
    heap[index] = last;
    return top;
  }
}

function isBefore(left: Timer, right: Timer): boolean {
  return left.dueMs < right.dueMs || (left.dueMs === right.dueMs && left.seq < right.seq);
}
