/**
 * One reader of the live stream. Up to date, it is written to at once. What it missed, or has no room for, it gets from the
 * ring no faster than it reads; dropped is who has fallen further behind than the ring goes.
 */
import type { ServerResponse } from 'node:http';
import type { StreamGap } from '../../contract/control/world/stream.ts';
import { isWanted, type ReplayBuffer, type RingEntry, type Topics } from './replay-buffer.ts';

const MOST_BUFFERED_BYTES = 1_048_576;

/** What a reader asks of the stream it reads. */
export interface StreamSource {
  readonly ring: Pick<ReplayBuffer, 'next' | 'lostUntil'>;
  /** The message of an entry as it is sent; `null` where the log has it no more. */
  render(entry: RingEntry): string | null;
  renderGap(gap: StreamGap): string;
  renderClock(): string;
  idOf(number: number): string;
}

export class StreamSubscriber {
  readonly #source: StreamSource;
  readonly #response: ServerResponse;
  readonly #topics: Topics;
  /** The latest message that it was sent or that it does not want. */
  #position: number;
  #isUpToDate = false;

  constructor(source: StreamSource, response: ServerResponse, topics: Topics, position: number) {
    this.#source = source;
    this.#response = response;
    this.#topics = topics;
    this.#position = position;
  }

  /** Sends what it missed, then the present clock; from then on `tell` reaches it. */
  readonly catchUp = (): void => {
    const { ring } = this.#source;
    while (!this.#response.destroyed) {
      if (this.#isOvertaken) this.#tellGap();
      const entry = ring.next(this.#position, this.#topics);
      if (entry === null) {
        this.#isUpToDate = true;
        if (this.wants('clock')) this.#response.write(this.#source.renderClock());
        return;
      }
      this.#position = entry.number;
      const text = this.#source.render(entry);
      if (text === null || this.#response.write(text)) continue;
      this.#response.once('drain', this.catchUp);
      return;
    }
  };

  /** A message that has just come, by its number; one who is behind finds it in the ring. */
  tell(number: number, text: string): void {
    if (!this.#isUpToDate) {
      if (this.#isOvertaken) this.#response.destroy();
      return;
    }
    this.#position = number;
    this.#response.write(text);
    if (this.#response.writableLength <= MOST_BUFFERED_BYTES) return;
    this.#isUpToDate = false;
    this.#response.once('drain', this.catchUp);
  }

  wants(topic: string): boolean {
    return isWanted(topic, this.#topics);
  }

  /** A sign of life, for whoever hears of nothing else. */
  beat(comment: string): void {
    if (this.#isUpToDate) this.#response.write(comment);
  }

  get #isOvertaken(): boolean {
    return this.#source.ring.lostUntil(this.#topics) > this.#position;
  }

  #tellGap(): void {
    const { ring, renderGap, idOf } = this.#source;
    this.#response.write(renderGap({ after: idOf(this.#position), reason: 'too_old' }));
    this.#position = ring.lostUntil(this.#topics);
  }
}
