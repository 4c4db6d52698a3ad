/**
 * All market faults, past ones included; the store persists them. Finds the active fault at an exchange and instant,
 * and counts hits; does not decide the effect of a hit.
 */
import { drawUniform, streamKey } from '../../kernel/streams.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type ChangedInstrument, UNCHANGED } from '../corporate-actions/instrument-changes.ts';
import { type FaultKind, faultEndMs, isAbout, isActiveFault, type MarketFault } from './fault.ts';

/** Persists faults. Writing methods may only be called inside the kernel's open transaction. */
export interface FaultStore {
  insert(fault: MarketFault): void;
  update(fault: MarketFault): void;
  /** Returns faults in the order in which they were set. */
  all(): MarketFault[];
}

/** A place at which a fault may hit. */
export interface FaultPlace {
  readonly mic: string;
  readonly isin: string;
}

export interface FaultSpan {
  readonly fromMs: number;
  /** Infinite while the end is open. */
  readonly untilMs: number;
}

export class FaultRegistry {
  readonly #store: FaultStore;
  readonly #standing: ReadonlyMap<string, MarketFault>;
  #faults: MarketFault[] = [];
  readonly #byKind = new Map<FaultKind, MarketFault[]>();

  readonly #terms: Pick<ChangedInstrument, 'root'>;

  /**
   * `standing` are the permanent faults of instruments, by ISIN. They take effect first, never end, and are neither
   * listed nor counted; they do not freeze prices.
   */
  constructor(
    store: FaultStore,
    terms: Pick<ChangedInstrument, 'root'> = UNCHANGED,
    standing: ReadonlyMap<string, MarketFault> = new Map(),
  ) {
    this.#store = store;
    this.#terms = terms;
    this.#standing = standing;
    this.reload();
  }

  /** Reads everything from the store again; for use after a rollback. */
  reload(): void {
    this.#faults = this.#store.all();
    this.#byKind.clear();
    for (const fault of this.#faults) this.#byKind.set(fault.kind, [...this.#of(fault.kind), fault]);
  }

  all(): readonly MarketFault[] {
    return this.#faults;
  }

  find(faultId: string): MarketFault | null {
    return this.#faults.find((fault) => fault.faultId === faultId) ?? null;
  }

  /** Adds a fault, or replaces the one with the same id. */
  put(fault: MarketFault): void {
    if (this.find(fault.faultId) === null) {
      this.#store.insert(fault);
      this.#faults.push(fault);
      this.#byKind.set(fault.kind, [...this.#of(fault.kind), fault]);
      return;
    }
    this.#store.update(fault);
    const replace = (each: MarketFault) => (each.faultId === fault.faultId ? fault : each);
    this.#faults = this.#faults.map(replace);
    this.#byKind.set(fault.kind, this.#of(fault.kind).map(replace));
  }

  /** Returns the first fault of a kind that is active at an exchange, for an instrument there, at an instant. */
  active(kind: FaultKind, mic: string, isin: string | null, instantMs: number): MarketFault | null {
    const standing = this.#standingOf(kind, isin);
    if (standing !== null) return standing;
    for (const fault of this.#of(kind)) {
      if (this.#isAbout(fault, mic, isin) && isActiveFault(fault, instantMs)) return fault;
    }
    return null;
  }

  /**
   * Triggers the first fault of a kind that hits `occurrence`, the name of something that happens once, and counts the
   * hit. Whether a share hits depends on that name only, so that worlds are reproducible. Ends a fault with its last
   * hit.
   */
  trigger(unit: UnitOfWork, kind: FaultKind, { mic, isin }: FaultPlace, occurrence: string): MarketFault | null {
    const standing = this.#standingOf(kind, isin);
    if (standing !== null) return standing;
    for (const fault of this.#of(kind)) {
      if (!this.#isAbout(fault, mic, isin) || !isActiveFault(fault, unit.nowMs)) continue;
      if (fault.share < 1 && drawShare(unit.seed, fault.faultId, occurrence) >= fault.share) continue;
      const hits = fault.hits + 1;
      const isUsedUp = fault.count !== null && hits >= fault.count;
      this.put({ ...fault, hits, endedMs: isUsedUp ? unit.nowMs : fault.endedMs });
      if (isUsedUp) unit.emit('fault.ended', { fault_id: fault.faultId, kind, hits });
      return fault;
    }
    return null;
  }

  /** Returns the spans of a kind at a listing, past ones included, latest start first. */
  spans(kind: FaultKind, mic: string, isin: string): readonly FaultSpan[] {
    const faults = this.#of(kind);
    if (faults.length === 0) return NO_SPANS;
    return faults
      .filter((fault) => this.#isAbout(fault, mic, isin) && faultEndMs(fault) > fault.fromMs)
      .map((fault) => ({ fromMs: fault.fromMs, untilMs: faultEndMs(fault) }))
      .sort((one, other) => other.fromMs - one.fromMs);
  }

  has(kind: FaultKind): boolean {
    return this.#of(kind).length > 0;
  }

  /** An instrument matches under its earlier ISINs, too. */
  #isAbout(fault: MarketFault, mic: string, isin: string | null): boolean {
    if (fault.isin === null || isin === null || fault.isin === isin) return isAbout(fault, mic, isin);
    return this.#terms.root(fault.isin) === this.#terms.root(isin) && isAbout(fault, mic, fault.isin);
  }

  #standingOf(kind: FaultKind, isin: string | null): MarketFault | null {
    const standing = isin === null ? undefined : this.#standing.get(isin);
    return standing?.kind === kind ? standing : null;
  }

  #of(kind: FaultKind): MarketFault[] {
    return this.#byKind.get(kind) ?? NO_FAULTS;
  }
}

const NO_FAULTS: MarketFault[] = [];
const NO_SPANS: readonly FaultSpan[] = [];

function drawShare(seed: number, faultId: string, occurrence: string): number {
  return drawUniform(streamKey(seed, 'market.fault', `${faultId}:${occurrence}`), 0);
}
