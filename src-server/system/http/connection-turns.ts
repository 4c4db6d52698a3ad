/**
 * Has the requests of a connection handled one after the other (decision A19): Node passes on every request of a
 * pipeline at once, so a client that sends many and reads nothing would have all their responses stored in memory. A
 * connection has one response, and a few waiting requests; while these are many, it is not read from.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A connection with this many waiting requests is not read from. Those that came with them in one piece wait, too. */
const MAX_WAITING = 10;

export interface TurnBounds {
  /** How long the rest of a request may continue to arrive after its response. */
  readonly restMs: number;
  /** How long a response may make no progress, because its client does not read. */
  readonly unreadMs: number;
}

export interface OneAtATime {
  readonly listener: RequestListener;
  /** Returns the response to the last request of a connection so far. */
  readonly lastOf: (socket: Duplex) => ServerResponse | undefined;
}

export function oneAtATime(handle: RequestListener, bounds: TurnBounds): OneAtATime {
  const turns = new WeakMap<Duplex, ConnectionTurns>();
  return {
    listener(request, response) {
      const { socket } = request;
      let known = turns.get(socket);
      if (known === undefined) {
        known = new ConnectionTurns(socket, handle, bounds);
        turns.set(socket, known);
      }
      known.take(request, response);
    },
    lastOf: (socket) => turns.get(socket)?.last,
  };
}

class ConnectionTurns {
  last: ServerResponse | undefined;
  readonly #socket: Socket;
  readonly #listener: RequestListener;
  readonly #bounds: TurnBounds;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  #underWay: IncomingMessage | null = null;
  #isPaused = false;

  constructor(socket: Socket, listener: RequestListener, bounds: TurnBounds) {
    this.#socket = socket;
    this.#listener = listener;
    this.#bounds = bounds;
    // Node resumes reading by itself once it has sent its data.
    socket.on('resume', () => this.#holdBack());
    // Their responses are no longer needed.
    socket.once('close', () => this.#waiting.splice(0));
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    this.last = response;
    if (this.#underWay === null) {
      this.#begin(request, response);
      return;
    }
    this.#waiting.push([request, response]);
    this.#holdBack();
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#underWay = request;
    // Both happen once for a response, so one function of the connection is enough for all of its responses.
    response.on('prefinish', this.#expectReader);
    response.on('finish', this.#goOn);
    this.#listener(request, response);
  }

  /**
   * A response that is not sent at once has a client that does not read yet; Node closes a connection without progress.
   */
  readonly #expectReader = (): void => {
    if (this.#socket.writableLength > 0) this.#socket.setTimeout(this.#bounds.unreadMs);
  };

  readonly #goOn = (): void => {
    if (this.#underWay?.complete === false) cutRest(this.#underWay, this.#bounds.restMs);
    this.#underWay = null;
    const next = this.#waiting.shift();
    if (this.#isPaused && this.#waiting.length < MAX_WAITING) {
      this.#isPaused = false;
      this.#socket.resume();
    }
    if (next === undefined) return;
    this.#socket.setTimeout(0);
    this.#begin(...next);
  };

  #holdBack(): void {
    if (this.#waiting.length < MAX_WAITING) return;
    this.#isPaused = true;
    this.#socket.pause();
  }
}

/** A client that continues to send an unread body occupies a connection, and its response may wait behind it. */
function cutRest(request: IncomingMessage, restMs: number): void {
  const cut = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, restMs);
  cut.unref();
  request.once('close', () => clearTimeout(cut));
}
