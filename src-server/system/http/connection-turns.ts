/**
 * Has the requests of a connection handled one after the other (decision A19): Node passes on every request of a
 * pipeline at once, so a client that sends many and reads nothing would have all their responses stored in memory. A
 * connection has one response, and a few waiting requests; while these are many, it is not read from.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection with this many waiting requests is not read from. Those that came with them in one piece wait, too. */
const MAX_WAITING = 10;

/** `unreadMs`: how long a response may wait for its client to read any of it. */
export function oneAtATime(listener: RequestListener, unreadMs: number): RequestListener {
  const turns = new WeakMap<Socket, ConnectionTurns>();
  return (request, response) => {
    const { socket } = request;
    const known = turns.get(socket) ?? new ConnectionTurns(socket, listener, unreadMs);
    turns.set(socket, known);
    known.take(request, response);
  };
}

class ConnectionTurns {
  readonly #socket: Socket;
  readonly #listener: RequestListener;
  readonly #unreadMs: number;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  #isResponding = false;
  #isPaused = false;

  constructor(socket: Socket, listener: RequestListener, unreadMs: number) {
    this.#socket = socket;
    this.#listener = listener;
    this.#unreadMs = unreadMs;
    // Node resumes reading by itself once it has sent its data.
    socket.on('resume', () => this.#holdBack());
    // Their responses are no longer needed.
    socket.once('close', () => this.#waiting.splice(0));
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#isResponding) {
      this.#begin(request, response);
      return;
    }
    this.#waiting.push([request, response]);
    this.#holdBack();
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#isResponding = true;
    response.once('prefinish', () => this.#expectReader());
    response.once('finish', () => this.#goOn());
    this.#listener(request, response);
  }

  /**
   * A response that is not sent at once has a client that does not read yet; Node closes a connection without progress.
   */
  #expectReader(): void {
    if (this.#socket.writableLength > 0) this.#socket.setTimeout(this.#unreadMs);
  }

  #goOn(): void {
    this.#isResponding = false;
    const next = this.#waiting.shift();
    if (this.#isPaused && this.#waiting.length < MAX_WAITING) {
      this.#isPaused = false;
      this.#socket.resume();
    }
    if (next === undefined) return;
    this.#socket.setTimeout(0);
    this.#begin(...next);
  }

  #holdBack(): void {
    if (this.#waiting.length < MAX_WAITING) return;
    this.#isPaused = true;
    this.#socket.pause();
  }
}
