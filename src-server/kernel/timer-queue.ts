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
  readonly #countByKind = new Map<string, number>();

  get size(): number {
    return this.#heap.length - this.#cancelled.size;
  }

  /** Whether a timer of this kind is waiting; a cancelled one counts until its turn comes. */
  has(kind: string): boolean {
    return (this.#countByKind.get(kind) ?? 0) > 0;
  }

  /** Whether anything is waiting but timers of `kinds`. */
  hasBesides(kinds: ReadonlySet<string>): boolean {
    let others = this.#heap.length;
    for (const kind of kinds) others -= this.#countByKind.get(kind) ?? 0;
    // Only where all of them may be cancelled, each has to be looked at.
    return others > this.#cancelled.size || (others > 0 && this.firstDueMsOf((kind) => !kinds.has(kind)) !== null);
  }

  /** When the first timer of the wanted kinds is due, or `null`; looks at all of them. */
  firstDueMsOf(isWanted: (kind: string) => boolean): number | null {
    let first: number | null = null;
    for (const { seq, kind, dueMs } of this.#heap) {
      if (!isWanted(kind) || this.#cancelled.has(seq)) continue;
      if (first === null || dueMs < first) first = dueMs;
    }
    return first;
  }

  /** The kinds that are waiting. */
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
