/**
 * Has the requests of a connection answered one after the other (decision A19): Node hands over every request of a
 * pipeline at once, and whoever sends many and reads nothing would have all their answers held in memory. So a connection
 * holds one answer, and a few requests that wait for their turn; it is not read from while these are many.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection with so many requests that wait is not read from. What came with them in one piece waits, too. */
const MAX_WAITING = 10;

/** `unreadMs`: how long an answer that is there may wait for its client to take any of it. */
export function oneAtATime(answer: RequestListener, unreadMs: number): RequestListener {
  const turns = new WeakMap<Socket, ConnectionTurns>();
  return (request, response) => {
    const { socket } = request;
    const known = turns.get(socket) ?? new ConnectionTurns(socket, answer, unreadMs);
    turns.set(socket, known);
    known.take(request, response);
  };
}

class ConnectionTurns {
  readonly #socket: Socket;
  readonly #answer: RequestListener;
  readonly #unreadMs: number;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  #isAnswering = false;
  #isHeldBack = false;

  constructor(socket: Socket, answer: RequestListener, unreadMs: number) {
    this.#socket = socket;
    this.#answer = answer;
    this.#unreadMs = unreadMs;
    // Node reads on by itself once what it sends has left.
    socket.on('resume', () => this.#holdBack());
    // Nobody waits for their answers any more.
    socket.once('close', () => this.#waiting.splice(0));
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#isAnswering) {
      this.#begin(request, response);
      return;
    }
    this.#waiting.push([request, response]);
    this.#holdBack();
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#isAnswering = true;
    response.once('prefinish', () => this.#expectReader());
    response.once('finish', () => this.#goOn());
    this.#answer(request, response);
  }

  /** An answer that does not leave at once has a client that does not read yet; Node cuts a connection that stands still. */
  #expectReader(): void {
    if (this.#socket.writableLength > 0) this.#socket.setTimeout(this.#unreadMs);
  }

  #goOn(): void {
    this.#isAnswering = false;
    const next = this.#waiting.shift();
    if (this.#isHeldBack && this.#waiting.length < MAX_WAITING) {
      this.#isHeldBack = false;
      this.#socket.resume();
    }
    if (next === undefined) return;
    this.#socket.setTimeout(0);
    this.#begin(...next);
  }

  #holdBack(): void {
    if (this.#waiting.length < MAX_WAITING) return;
    this.#isHeldBack = true;
    this.#socket.pause();
  }
}
