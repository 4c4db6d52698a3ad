/** The worlds of a server by name: finds the one that a request is for, and ends those that are no longer used. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { handleProbe, type ReadinessOf } from '../../api/http/health.ts';
import { addressOfWorld, DEFAULT_WORLD, splitWorldPath } from '../../contract/control/worlds/world-address.ts';
import { hostClock } from '../../system/host-time.ts';
import type { WorldHost } from '../../world/world-host.ts';
import type { ServiceParts } from '../server-parts.ts';

/** A world that is added to the registry. */
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

/** The requests of a world, as far as its expiry depends on them. */
interface Usage {
  /** Last use, monotonic. */
  lastMs: number;
  /** The same instant on the host's wall clock. */
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

  /** `onExpired` is called once, when the world has had no request for that long. */
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

  /** Returns the first world, then the others by name. */
  list(): RegistryEntry[] {
    const others = [...this.#entries.values()].filter(({ name }) => name !== DEFAULT_WORLD);
    return [this.first, ...others.sort((left, right) => (left.name < right.name ? -1 : 1))];
  }

  find(name: string): RegistryEntry | null {
    return this.#entries.get(name) ?? null;
  }

  /** Returns the host time at which the world ends without another request; `null`: never, or not during a request. */
  expiresMs({ name, expiresAfterMs }: RegistryEntry): number | null {
    const usage = this.#usage.get(name);
    if (usage === undefined || expiresAfterMs === null || usage.underWay > 0) return null;
    return Math.round(usage.lastEpochMs + expiresAfterMs);
  }

  /** Passes a request to the world that its path names; the first world refuses an unknown one. */
  readonly handle: RequestListener = (request, response) => {
    // The target of OPTIONS requests that concern the whole server.
    if (request.url === '*') request.url = '/';
    if (handleProbe(request, response, this.#readinessOf)) return;
    const place = request.url?.startsWith('/worlds/') ? splitWorldPath(request.url) : null;
    const entry = place === null ? undefined : this.#entries.get(place.name);
    if (place === null || entry === undefined) {
      this.first.host.handle(request, response);
      return;
    }
    request.url = place.rest;
    if (entry.expiresAfterMs !== null) this.#noteUse(entry.name, response);
    entry.host.handle(request, response);
  };

  /** Resolves once the world handles no requests and its database is closed. */
  async end(entry: RegistryEntry): Promise<void> {
    const { name, host } = entry;
    this.#entries.delete(name);
    this.#usage.get(name)?.cancel();
    this.#usage.delete(name);
    await host.end((request, response) => this.#refuse(name, request, response));
  }

  /** Ends every world; `meanwhile` ends the parts of the server. */
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

  /** Responds for an ended world as for an unknown address. */
  #refuse(name: string, request: IncomingMessage, response: ServerResponse): void {
    request.url = addressOfWorld(name);
    this.first.host.handle(request, response);
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
