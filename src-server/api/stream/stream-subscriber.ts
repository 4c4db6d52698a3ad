/**
 * One subscriber of the live stream. While it is up to date, messages are written to it at once. Messages that it
 * missed, or that did not fit into its buffer, come from the replay buffer as fast as it reads; one that falls behind
 * the buffer is dropped.
 */
import type { ServerResponse } from 'node:http';
import type { StreamGap } from '../../contract/control/world/stream.ts';
import { type BufferedMessage, isWanted, type ReplayBuffer, type Topics } from './replay-buffer.ts';

const MAX_BUFFERED_BYTES = 1_048_576;

/** The parts of the stream that a subscriber uses. */
interface StreamSource {
  readonly buffer: Pick<ReplayBuffer, 'next' | 'lostUntil'>;
  /** Returns the message of an entry as it is sent; `null` if the log no longer has it. */
  render(entry: BufferedMessage): string | null;
  renderGap(gap: StreamGap): string;
  renderClock(): string;
  idOf(number: number): string;
}

export class StreamSubscriber {
  readonly #source: StreamSource;
  readonly #response: ServerResponse;
  readonly #topics: Topics;
  /** The latest message that was sent to it or that it does not want. */
  #position: number;
  #isUpToDate = false;

  constructor(source: StreamSource, response: ServerResponse, topics: Topics, position: number) {
    this.#source = source;
    this.#response = response;
    this.#topics = topics;
    this.#position = position;
  }

  /** Sends the missed messages, then the present clock; from then on `send` reaches it. */
  readonly catchUp = (): void => {
    const { buffer } = this.#source;
    while (!this.#response.destroyed) {
      if (this.#isOvertaken) this.#sendGap();
      const entry = buffer.next(this.#position, this.#topics);
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

  /** Sends a new message, by its number; a subscriber that is behind gets it from the replay buffer. */
  send(number: number, text: string): void {
    if (!this.#isUpToDate) {
      if (this.#isOvertaken) this.#response.destroy();
      return;
    }
    this.#position = number;
    this.#response.write(text);
    if (this.#response.writableLength <= MAX_BUFFERED_BYTES) return;
    this.#isUpToDate = false;
    this.#response.once('drain', this.catchUp);
  }

  wants(topic: string): boolean {
    return isWanted(topic, this.#topics);
  }

  /** Prevents the timeout of a connection on which nothing else is sent. */
  sendHeartbeat(comment: string): void {
    if (this.#isUpToDate) this.#response.write(comment);
  }

  /** Ends the subscription, because the world was ended. */
  end(): void {
    this.#response.end();
  }

  get #isOvertaken(): boolean {
    return this.#source.buffer.lostUntil(this.#topics) > this.#position;
  }

  #sendGap(): void {
    const { buffer, renderGap, idOf } = this.#source;
    this.#response.write(renderGap({ after: idOf(this.#position), reason: 'too_old' }));
    this.#position = buffer.lostUntil(this.#topics);
  }
}
