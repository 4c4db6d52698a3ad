/**
 * The faults of the interface and of webhooks, past ones too; the store persists them. Owns their ids, which of them
 * are active at an instant, and the draw of each chance; decides nothing about what a hit does.
 */

import { createIdFormatter } from '../../kernel/ids.ts';
import { drawUniform, streamKey } from '../../kernel/streams.ts';
import { faultEndMs, isActiveFault } from '../../market/faults/fault.ts';
import {
  type BrokenAttempt,
  type HttpFault,
  type HttpFaultScope,
  type HttpFaultStore,
  scopeOfKind,
} from './http-fault.ts';

/** What is asked for; the rest of a fault follows from it. */
export type HttpFaultInput = Pick<HttpFault, 'terms' | 'skip' | 'share' | 'count' | 'fromMs' | 'untilMs'>;

/**
 * Part of the stream of `ft_` ids that the market's faults never reach: these may not shift theirs, which are logged.
 */
export const FIRST_ID = 2 ** 40;

export class HttpFaultRegistry {
  readonly #store: HttpFaultStore;
  readonly #seed: number;
  readonly #formatId: (count: number) => string;
  readonly #endListeners = new Set<(faultId: string) => void>();
  #faults: HttpFault[] = [];
  /** Those that may still hit, in the order they were set. */
  #open: Readonly<Record<HttpFaultScope, readonly HttpFault[]>> = NOTHING_OPEN;

  constructor(store: HttpFaultStore, seed: number) {
    this.#store = store;
    this.#seed = seed;
    this.#formatId = createIdFormatter(seed, 'ft');
    this.reload();
  }

  /** Reads everything anew: after a rollback, nothing that was learnt in between may stay. */
  reload(): void {
    this.#faults = this.#store.all();
    this.#sort();
  }

  all(): readonly HttpFault[] {
    return this.#faults;
  }

  find(faultId: string): HttpFault | null {
    return this.#faults.find((fault) => fault.faultId === faultId) ?? null;
  }

  /** Those that hold or are to come, in the order they were set. */
  open(scope: HttpFaultScope, nowMs: number): readonly HttpFault[] {
    const open = this.#open[scope];
    return open.every((fault) => faultEndMs(fault) > nowMs) ? open : open.filter((fault) => faultEndMs(fault) > nowMs);
  }

  /** False where nothing of a scope can hit: all that a request pays while nothing is broken. */
  isAnyOpen(scope: HttpFaultScope): boolean {
    return this.#open[scope].length > 0;
  }

  /** To be called within a unit of work. */
  add(input: HttpFaultInput, nowMs: number): HttpFault {
    const faultId = this.#formatId(FIRST_ID + this.#faults.length);
    const fault: HttpFault = { ...input, faultId, chances: 0, hits: 0, endedMs: null, createdMs: nowMs };
    this.#store.insert(fault);
    this.#faults.push(fault);
    this.#sort();
    return fault;
  }

  /** To be called within a unit of work. */
  put(fault: HttpFault): void {
    this.#store.update(fault);
    this.#faults[this.#faults.findIndex(({ faultId }) => faultId === fault.faultId)] = fault;
    this.#sort();
  }

  /**
   * A fault as it is after one more chance, and whether that hit: a pure function of the seed, the fault's id and the
   * number of the chance, so the same requests meet the same faults. `null`: it does not hold now. Keeps nothing.
   */
  draw(fault: HttpFault, nowMs: number): { readonly fault: HttpFault; readonly isHit: boolean } | null {
    if (!isActiveFault(fault, nowMs)) return null;
    const { faultId, skip, share, count } = fault;
    const isDrawn = share >= 1 || drawUniform(streamKey(this.#seed, 'wire.fault', faultId), fault.chances) < share;
    const isHit = isDrawn && fault.chances >= skip;
    const hits = fault.hits + (isHit ? 1 : 0);
    const endedMs = count !== null && hits >= count ? nowMs : null;
    return { fault: { ...fault, chances: fault.chances + 1, hits, endedMs }, isHit };
  }

  /** Ends a fault now, if it is not over; whoever is held by it is let go in any case. Within a unit of work. */
  end(fault: HttpFault, nowMs: number): HttpFault {
    for (const listener of [...this.#endListeners]) listener(fault.faultId);
    if (faultEndMs(fault) <= nowMs) return fault;
    const ended = { ...fault, endedMs: nowMs };
    this.put(ended);
    return ended;
  }

  /** `listener` hears of every fault that somebody ends. */
  onEnd(listener: (faultId: string) => void): void {
    this.#endListeners.add(listener);
  }

  offEnd(listener: (faultId: string) => void): void {
    this.#endListeners.delete(listener);
  }

  brokenAttempts(limit: number): BrokenAttempt[] {
    return this.#store.brokenAttempts(limit);
  }

  #sort(): void {
    const open = this.#faults.filter(({ endedMs }) => endedMs === null);
    const of = (scope: HttpFaultScope) => open.filter(({ terms }) => scopeOfKind(terms.kind) === scope);
    this.#open = { interface: of('interface'), webhook: of('webhook') };
  }
}

const NOTHING_OPEN = { interface: [], webhook: [] };
