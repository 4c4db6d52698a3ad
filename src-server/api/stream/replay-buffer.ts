/**
 * What the live stream told lately, for readers who come back: numbers of log entries, which are rendered only when
 * somebody asks, and short notices of what is in no log. Bounded by count and by size; says exactly what it let go of.
 */
import type { StreamTopic } from '../../contract/control/world/stream.ts';

const MOST_MESSAGES = 10_000;
const MOST_BYTES = 8_388_608;
/** What an entry takes besides its notice, roughly. */
const ENTRY_BYTES = 100;

export type KeptTopic = Exclude<StreamTopic, 'clock'> | 'reset';

export interface RingEntry {
  readonly number: number;
  readonly topic: KeptTopic;
  /** Number of the log entry that it tells of, or what makes the message. */
  readonly what: number | (() => object);
}

/** `null` stands for every topic. */
export type Topics = ReadonlySet<string> | null;

export class ReplayBuffer {
  #entries: (RingEntry & { readonly bytes: number })[] = [];
  /** Where the entries that are kept begin in the array, which is cut now and then rather than shifted always. */
  #first = 0;
  #bytes = 0;
  /** By topic, the number of the latest message that was let go. */
  readonly #lost = new Map<string, number>();

  /** `noticeBytes`: what keeping `what` costs, roughly. */
  push(entry: RingEntry, noticeBytes = 0): void {
    const bytes = ENTRY_BYTES + noticeBytes;
    this.#entries.push({ ...entry, bytes });
    this.#bytes += bytes;
    while (this.#entries.length - this.#first > MOST_MESSAGES || this.#bytes > MOST_BYTES) this.#dropOldest();
    if (this.#first > MOST_MESSAGES) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Lets go of a message at once, because nobody can come back for it. */
  skip(number: number, topic: KeptTopic): void {
    this.#lost.set(topic, number);
  }

  /** The first message after a number that a reader wants, or `null`. */
  next(after: number, topics: Topics): RingEntry | null {
    for (let index = this.#indexAfter(after); index < this.#entries.length; index += 1) {
      const entry = this.#entries[index];
      if (entry !== undefined && isWanted(entry.topic, topics)) return entry;
    }
    return null;
  }

  /** The number up to which messages that a reader would have wanted are not here any more; 0: none was let go. */
  lostUntil(topics: Topics): number {
    let until = 0;
    for (const [topic, number] of this.#lost) if (number > until && isWanted(topic, topics)) until = number;
    return until;
  }

  /** Lets go of everything: what the entries were numbers of is not there any more. */
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

  /** Numbers ascend, but not every number is here: the place of the first one above `after`. */
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
