/**
 * The latest messages of the live stream, for subscribers who reconnect: numbers of log entries, which are rendered
 * only on demand, and short notices of events that are in no log. Bounded by count and by size; knows exactly what it
 * has dropped.
 */
import type { StreamTopic } from '../../contract/control/world/stream.ts';

const MAX_MESSAGES = 10_000;
const MAX_BYTES = 8_388_608;
/** Approximate size of an entry without its notice. */
const ENTRY_BYTES = 100;

export type BufferedTopic = Exclude<StreamTopic, 'clock'> | 'reset';

export interface BufferedMessage {
  readonly number: number;
  readonly topic: BufferedTopic;
  /** Number of its log entry, or a function that creates the message. */
  readonly what: number | (() => object);
}

/** `null`: every topic. */
export type Topics = ReadonlySet<string> | null;

export class ReplayBuffer {
  #entries: (BufferedMessage & { readonly bytes: number })[] = [];
  /** Index of the oldest entry in the array, which is cut occasionally rather than shifted each time. */
  #first = 0;
  #bytes = 0;
  /** By topic, the number of the latest message that was dropped. */
  readonly #lost = new Map<string, number>();

  /** `noticeBytes`: approximate memory of `what`. */
  push(entry: BufferedMessage, noticeBytes = 0): void {
    const bytes = ENTRY_BYTES + noticeBytes;
    this.#entries.push({ ...entry, bytes });
    this.#bytes += bytes;
    while (this.#entries.length - this.#first > MAX_MESSAGES || this.#bytes > MAX_BYTES) this.#dropOldest();
    if (this.#first > MAX_MESSAGES) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Drops a message at once, because nobody can reconnect for it. */
  skip(number: number, topic: BufferedTopic): void {
    this.#lost.set(topic, number);
  }

  /** Returns the first message after a number that a subscriber wants, or `null`. */
  next(after: number, topics: Topics): BufferedMessage | null {
    for (let index = this.#indexAfter(after); index < this.#entries.length; index += 1) {
      const entry = this.#entries[index];
      if (entry !== undefined && isWanted(entry.topic, topics)) return entry;
    }
    return null;
  }

  /** Returns the number up to which wanted messages were dropped; 0: none. */
  lostUntil(topics: Topics): number {
    let until = 0;
    for (const [topic, number] of this.#lost) if (number > until && isWanted(topic, topics)) until = number;
    return until;
  }

  /** Drops everything, because the log of the numbered entries no longer exists. */
  clear(): void {
    while (this.#first < this.#entries.length) this.#dropOldest();
    this.#entries = [];
    this.#first = 0;
  }

  #dropOldest(): void {
    const entry = this.#entries[this.#first];
    if (entry === undefined) return;
    this.#lost.set(entry.topic, entry.number);
    this.#bytes -= entry.bytes;
    this.#first += 1;
  }

  /** Returns the index of the first number above `after`; numbers ascend, but some are missing. */
  #indexAfter(after: number): number {
    let [low, high] = [this.#first, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle]?.number ?? 0) > after) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

export function isWanted(topic: string, topics: Topics): boolean {
  return topics === null || topic === 'reset' || topics.has(topic);
}
