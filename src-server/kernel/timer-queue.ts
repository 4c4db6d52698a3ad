/** Timers ordered by (due time, sequence): a binary heap that forgets cancelled timers lazily. Knows no handlers. */
import type { Json } from './canonical-json.ts';

/** Something to be run at `dueMs` of virtual time; `seq` orders timers of the same instant by when they were set. */
export interface Timer {
  readonly seq: number;
  readonly dueMs: number;
  readonly kind: string;
  readonly payload: Json;
}

export class TimerQueue {
  #heap: Timer[] = [];
  #cancelled = new Set<number>();

  get size(): number {
    return this.#heap.length - this.#cancelled.size;
  }

  push(timer: Timer): void {
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

  /** The next timer without removing it. */
  peek(): Timer | undefined {
    this.#dropCancelled();
    return this.#heap[0];
  }

  /** Removes and returns the next timer. */
  pop(): Timer | undefined {
    this.#dropCancelled();
    return this.#removeTop();
  }

  /** A cancelled timer never comes out; `seq` must be one that is in the queue. */
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
