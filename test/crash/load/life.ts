/**
 * One life of a server under load: its clients send requests until it is killed, and remember what was acknowledged.
 */
import type { Ask, CrashingServer, CrashResponse } from '../crashing-server.ts';
import type { Draws } from '../draws.ts';
import type { KnownServer, KnownWorld } from '../known-server.ts';
import type { Change } from '../ledger.ts';

/** The end of the load: the server no longer responds. */
export class ServerGone extends Error {}

export interface LifeParts {
  readonly server: CrashingServer;
  readonly known: KnownServer;
  readonly draws: Draws;
  /** Whether the server was asked to end. */
  readonly isEnding: () => boolean;
  /** Called for each response. */
  readonly onResponse: () => void;
}

/** The response of an ending server to a change that it has not begun; the audit checks that this is true. */
const NOT_STARTED = 'The server is shutting down. The request was not processed.';

export class Life {
  readonly known: KnownServer;
  readonly draws: Draws;
  /** Responses that no valid request should get. */
  readonly faults: string[] = [];
  readonly #server: CrashingServer;
  readonly #isEnding: () => boolean;
  readonly #onResponse: () => void;

  constructor({ server, known, draws, isEnding, onResponse }: LifeParts) {
    this.known = known;
    this.draws = draws;
    this.#server = server;
    this.#isEnding = isEnding;
    this.#onResponse = onResponse;
  }

  get first(): KnownWorld {
    return this.known.first;
  }

  /** Rejects with `ServerGone` without a response. */
  readonly ask = async (method: string, path: string, body?: unknown): Promise<CrashResponse> => {
    const response = await this.tryAsk(method, path, body);
    if (response === null) throw new ServerGone();
    return response;
  };

  /** `null` without a response. */
  readonly tryAsk: Ask = async (method, path, body) => {
    const response = await this.#server.ask(method, path, body);
    if (response === null) return null;
    const message = `${method} ${path} is ${response.status}: ${JSON.stringify(response.body)}`;
    const isExpected = response.status < 500 || (this.#isEnding() && message.includes(NOT_STARTED));
    if (!isExpected) this.faults.push(message);
    this.#onResponse();
    return response;
  };

  /** Requests a change of a world, with the facts in `change`. Remembers the id of the object that was created. */
  async change(
    world: KnownWorld,
    change: Change,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<CrashResponse> {
    const response = await world.ledger.change(change, () => this.tryAsk(method, `${world.prefix}${path}`, body));
    if (response === null) throw new ServerGone();
    const [about] = Object.keys(change);
    const id = Object.entries(response.body).find(([name]) => name.endsWith('_id'))?.[1];
    if (about !== undefined && response.status === 201 && typeof id === 'string') world.ids.set(about, id);
    return response;
  }

  /** Picks a fact of a kind in the first world, with its id. */
  pick(
    kind: string,
    has: (name: string) => boolean = () => true,
  ): { readonly name: string; readonly id: string } | null {
    const { ledger, ids } = this.first;
    const name = this.draws.pick(ledger.list(kind).filter((each) => ids.has(`${kind} ${each}`) && has(each)));
    return name === undefined ? null : { name, id: ids.get(`${kind} ${name}`) ?? '' };
  }
}

export type Step = (life: Life) => Promise<unknown>;
