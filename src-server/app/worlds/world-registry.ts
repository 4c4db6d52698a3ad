/** The worlds of a server by name: finds the one that a request is for, and ends those that nobody asks any more. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { answerProbe, type ReadinessOf } from '../../api/http/health.ts';
import { addressOfWorld, DEFAULT_WORLD, splitWorldPath } from '../../contract/control/worlds/world-address.ts';
import { hostClock } from '../../system/host-time.ts';
import type { WorldHost } from '../../world/world-host.ts';
import type { ServiceParts } from '../server-parts.ts';

/** A world as it is handed over to the registry. */
interface NewEntry {
  readonly host: WorldHost;
  readonly parts: ServiceParts;
  readonly isStored: boolean;
}

export interface RegistryEntry extends NewEntry {
  readonly name: string;
  /** Host time. */
  readonly createdMs: number;
  readonly expiresAfterMs: number | null;
  readonly forkOf: string | null;
}

/** How often a world is asked, as far as its end depends on it. */
interface Usage {
  /** Monotonic. */
  lastMs: number;
  /** The same instant by the host's calendar. */
  lastEpochMs: number;
  underWay: number;
  cancel: () => void;
}

export class WorldRegistry {
  readonly #entries = new Map<string, RegistryEntry>();
  readonly #usage = new Map<string, Usage>();
  #first: RegistryEntry | null = null;
  #isStopping = false;

  openFirst(entry: NewEntry): void {
    const createdMs = Math.round(hostClock.epochMs());
    this.#first = { ...entry, name: DEFAULT_WORLD, createdMs, expiresAfterMs: null, forkOf: null };
    this.#entries.set(DEFAULT_WORLD, this.#first);
  }

  /** `onExpired` is called once, when nobody has asked it for that long. */
  open(entry: RegistryEntry, onExpired: () => void): void {
    this.#entries.set(entry.name, entry);
    if (entry.expiresAfterMs !== null) this.#watch(entry.name, entry.expiresAfterMs, onExpired);
  }

  get first(): RegistryEntry {
    if (this.#first === null) throw new Error('a server has a first world before it is asked for one');
    return this.#first;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The first one, then the others by name. */
  list(): RegistryEntry[] {
    const others = [...this.#entries.values()].filter(({ name }) => name !== DEFAULT_WORLD);
    return [this.first, ...others.sort((left, right) => (left.name < right.name ? -1 : 1))];
  }

  find(name: string): RegistryEntry | null {
    return this.#entries.get(name) ?? null;
  }

  /** When a world ends without another request, host time; `null`: it does not, or not as long as it is asked. */
  expiresMs({ name, expiresAfterMs }: RegistryEntry): number | null {
    const usage = this.#usage.get(name);
    if (usage === undefined || expiresAfterMs === null || usage.underWay > 0) return null;
    return Math.round(usage.lastEpochMs + expiresAfterMs);
  }

  /** Answers by the world that the path names; an unknown one is the first world's to refuse. */
  readonly answer: RequestListener = (request, response) => {
    // Of OPTIONS: it asks for the server as a whole.
    if (request.url === '*') request.url = '/';
    if (answerProbe(request, response, this.#readinessOf)) return;
    const place = request.url?.startsWith('/worlds/') ? splitWorldPath(request.url) : null;
    const entry = place === null ? undefined : this.#entries.get(place.name);
    if (place === null || entry === undefined) {
      this.first.host.answer(request, response);
      return;
    }
    request.url = place.rest;
    if (entry.expiresAfterMs !== null) this.#noteUse(entry.name, response);
    entry.host.answer(request, response);
  };

  /** Resolves once the world answers nothing any more and its database is closed. */
  async end(entry: RegistryEntry): Promise<void> {
    const { name, host } = entry;
    this.#entries.delete(name);
    this.#usage.get(name)?.cancel();
    this.#usage.delete(name);
    await host.end((request, response) => this.#refuse(name, request, response));
  }

  /** Ends every world; what belongs to the server ends in `meanwhile`. */
  async stop(meanwhile: () => Promise<void>): Promise<void> {
    this.#isStopping = true;
    await Promise.all(
      this.list()
        .slice(1)
        .map((entry) => this.end(entry)),
    );
    await this.first.host.end((_request, response) => void response.destroy(), meanwhile);
  }

  readonly #readinessOf: ReadinessOf = (name) => {
    const host = name === null ? this.first.host : this.find(name)?.host;
    if (host === undefined) return null;
    return this.#isStopping ? 'stopping' : host.readiness;
  };

  /** Its address is one of nothing any more. */
  #refuse(name: string, request: IncomingMessage, response: ServerResponse): void {
    request.url = addressOfWorld(name);
    this.first.host.answer(request, response);
  }

  #noteUse(name: string, response: ServerResponse): void {
    const usage = this.#usage.get(name);
    if (usage === undefined) return;
    usage.underWay += 1;
    response.once('close', () => {
      usage.underWay -= 1;
      Object.assign(usage, momentOfUse());
    });
  }

  #watch(name: string, expiresAfterMs: number, onExpired: () => void): void {
    const usage: Usage = { ...momentOfUse(), underWay: 0, cancel: () => {} };
    this.#usage.set(name, usage);
    const look = () => {
      const leftMs = usage.lastMs + expiresAfterMs - hostClock.monotonicMs();
      if (usage.underWay === 0 && leftMs <= 0) onExpired();
      else usage.cancel = hostClock.after(usage.underWay > 0 ? expiresAfterMs : leftMs, look);
    };
    usage.cancel = hostClock.after(expiresAfterMs, look);
  }
}

function momentOfUse(): Pick<Usage, 'lastMs' | 'lastEpochMs'> {
  return { lastMs: hostClock.monotonicMs(), lastEpochMs: hostClock.epochMs() };
}
