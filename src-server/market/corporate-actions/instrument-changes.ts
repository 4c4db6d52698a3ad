/**
 * The present state of instruments after corporate actions: their ISINs, which are delisted, and the factors of their
 * prices (decision O3). Contains only applied actions, so that it reveals nothing of the future.
 */
import type { Instrument } from '../data/market-data.ts';

/** The market's view of a corporate action that was applied. */
export interface InstrumentChange {
  readonly isin: string;
  readonly atMs: number;
  /** Factor of prices from then on; 1 if they do not change. */
  readonly priceFactor: number;
  /** The ISIN from then on; `null` if it does not change. */
  readonly newIsin: string | null;
  readonly isDelisting: boolean;
  /** Whether the price changed because the number of shares did. */
  readonly isSplit: boolean;
}

/** Lets registries find what was stored under an earlier ISIN, in the prices of an earlier time. */
export interface ChangedInstrument {
  /** Returns the first ISIN of an instrument; any other text unchanged. */
  root(isin: string): string;
  /**
   * Returns the factor that converts a price of one instant to a later one; exactly 1 if nothing happened in between.
   */
  factor(isin: string, fromMs: number, toMs: number): number;
}

/** The changes of a market without corporate actions. */
export const UNCHANGED: ChangedInstrument = { root: (isin) => isin, factor: () => 1 };

interface PriceStep {
  readonly atMs: number;
  readonly factor: number;
  readonly isSplit: boolean;
}

export class InstrumentChanges implements ChangedInstrument {
  readonly #original: ReadonlyMap<string, Instrument>;
  readonly #read: () => readonly InstrumentChange[];
  readonly #roots = new Map<string, string>();
  readonly #present = new Map<string, string>();
  readonly #steps = new Map<string, PriceStep[]>();
  readonly #delistings = new Map<string, number>();
  /** By the present ISIN. */
  readonly listed = new Map<string, Instrument>();
  /** By the present and all earlier ISINs. */
  readonly known = new Map<string, Instrument>();

  /** `read` returns the applied actions, in the order of their application. */
  constructor(original: ReadonlyMap<string, Instrument>, read: () => readonly InstrumentChange[]) {
    this.#original = original;
    this.#read = read;
    this.reload();
  }

  /** Reads everything again; for use after a rollback. */
  reload(): void {
    for (const map of [this.#roots, this.#present, this.#steps, this.#delistings, this.listed, this.known]) map.clear();
    for (const [isin, instrument] of this.#original) {
      this.listed.set(isin, instrument);
      this.known.set(isin, instrument);
    }
    for (const change of this.#read()) this.apply(change);
  }

  /** Must be called in the transaction that stores the action; `reload` must be called after a rollback. */
  apply({ isin, atMs, priceFactor, newIsin, isDelisting, isSplit }: InstrumentChange): void {
    const root = this.root(isin);
    if (priceFactor !== 1) {
      this.#steps.set(root, [...(this.#steps.get(root) ?? []), { atMs, factor: priceFactor, isSplit }]);
    }
    if (isDelisting) this.#delistings.set(root, atMs);
    if (newIsin !== null) this.#rename(isin, newIsin, root);
  }

  root(isin: string): string {
    return this.#roots.get(isin) ?? isin;
  }

  /** Returns the present ISIN of an instrument; any other text unchanged. */
  current(isin: string): string {
    return this.#present.get(this.root(isin)) ?? isin;
  }

  factor(isin: string, fromMs: number, toMs: number): number {
    if (this.#steps.size === 0) return 1;
    return this.#product(isin, (step) => fromMs < step.atMs && step.atMs <= toMs);
  }

  /** Returns the factor at an instant of an amount per share that was stated in the instrument's first shares. */
  splitFactor(isin: string, atMs: number): number {
    return this.#product(isin, (step) => step.isSplit && step.atMs <= atMs);
  }

  /** Returns the factor of the price for the dividends that were posted before an instant. */
  postedFactor(isin: string, beforeMs: number): number {
    return this.#product(isin, (step) => !step.isSplit && step.atMs < beforeMs);
  }

  /** Returns when an instrument was delisted; `null` if it was not. */
  delistedMs(isin: string): number | null {
    return this.#delistings.size === 0 ? null : (this.#delistings.get(this.root(isin)) ?? null);
  }

  #product(isin: string, counts: (step: PriceStep) => boolean): number {
    const steps = this.#steps.get(this.root(isin)) ?? NO_STEPS;
    return steps.reduce((product, step) => (counts(step) ? product * step.factor : product), 1);
  }

  #rename(isin: string, newIsin: string, root: string): void {
    const instrument = this.listed.get(isin);
    if (instrument === undefined) return;
    this.listed.delete(isin);
    const renamed = { ...instrument, isin: newIsin };
    this.listed.set(newIsin, renamed);
    this.known.set(newIsin, renamed);
    this.#roots.set(newIsin, root);
    this.#present.set(root, newIsin);
  }
}

const NO_STEPS: readonly PriceStep[] = [];
