/**
 * The faults of the interface and of webhooks, past ones included; the store persists them. Assigns their ids, finds
 * those that are active at an instant, and draws each chance; does not decide the effect of a hit.
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

/** The requested fields; the rest of a fault follows from them. */
export type HttpFaultInput = Pick<HttpFault, 'terms' | 'skip' | 'share' | 'count' | 'fromMs' | 'untilMs'>;

/**
 * First id in a part of the stream of `ft_` ids that market faults never reach: these ids must not shift theirs, which
 * are logged.
 */
export const FIRST_ID = 2 ** 40;

export class HttpFaultRegistry {
  readonly #store: HttpFaultStore;
  readonly #seed: number;
  readonly #formatId: (count: number) => string;
  readonly #endListeners = new Set<(faultId: string) => void>();
  readonly #released = new Set<string>();
  #faults: HttpFault[] = [];
  /** Faults that may still hit, in the order in which they were set. */
  #open: Readonly<Record<HttpFaultScope, readonly HttpFault[]>> = NOTHING_OPEN;

  constructor(store: HttpFaultStore, seed: number) {
    this.#store = store;
    this.#seed = seed;
    this.#formatId = createIdFormatter(seed, 'ft');
    this.reload();
  }

  /** Reads everything again: after a rollback, state of the transaction must be dropped. */
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

  /** Returns active and scheduled faults, in the order in which they were set. */
  open(scope: HttpFaultScope, nowMs: number): readonly HttpFault[] {
    const open = this.#open[scope];
    return open.every((fault) => faultEndMs(fault) > nowMs) ? open : open.filter((fault) => faultEndMs(fault) > nowMs);
  }

  /** Returns false if no fault of a scope can hit: the only check of a request while no fault is set. */
  isAnyOpen(scope: HttpFaultScope): boolean {
    return this.#open[scope].length > 0;
  }

  /** Must be called within a unit of work. */
  add(input: HttpFaultInput, nowMs: number): HttpFault {
    const faultId = this.#formatId(FIRST_ID + this.#faults.length);
    const fault: HttpFault = { ...input, faultId, chances: 0, hits: 0, endedMs: null, createdMs: nowMs };
    this.#store.insert(fault);
    this.#faults.push(fault);
    this.#sort();
    return fault;
  }

  /** Must be called within a unit of work. */
  put(fault: HttpFault): void {
    this.#store.update(fault);
    this.#faults[this.#faults.findIndex(({ faultId }) => faultId === fault.faultId)] = fault;
    this.#sort();
  }

  /**
   * Returns a fault after one more chance, and whether that hit: a pure function of the seed, the fault's id and the
   * number of the chance, so the same requests get the same faults. `null`: it is not active now. Stores nothing.
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

  /**
   * Ends a fault now, if it is not over; responses that it delays are released in any case. Must be called within a
   * unit of work.
   */
  end(fault: HttpFault, nowMs: number): HttpFault {
    this.release(fault.faultId);
    if (faultEndMs(fault) <= nowMs) return fault;
    const ended = { ...fault, endedMs: nowMs };
    this.put(ended);
    return ended;
  }

  /** Releases the responses that a fault delays, also if it is over because it has been used up. */
  release(faultId: string): void {
    this.#released.add(faultId);
    for (const listener of [...this.#endListeners]) listener(faultId);
  }

  /** Whether a fault was ended on request, and so must delay no response any more. */
  isReleased(faultId: string): boolean {
    // A change that was rolled back has released responses, but has not ended the fault.
    return this.#released.has(faultId) && this.find(faultId)?.endedMs !== null;
  }

  /** Calls `listener` for every fault that is ended on request. */
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
