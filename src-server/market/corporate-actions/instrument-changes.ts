/**
 * What corporate actions have made of the instruments by now: which ISIN they have, which are delisted, and what their
 * prices are multiplied by (decision O3). Holds only what was applied, so that nothing of the future shows.
 */
import type { Instrument } from '../data/market-data.ts';

/** A corporate action that was applied, as the market sees it. */
export interface InstrumentChange {
  readonly isin: string;
  readonly atMs: number;
  /** What prices are multiplied by from then on; 1 where they stay. */
  readonly priceFactor: number;
  /** The ISIN from then on; `null` where it stays. */
  readonly newIsin: string | null;
  readonly isDelisting: boolean;
  /** Whether the price changed because there are more or fewer shares. */
  readonly isSplit: boolean;
}

/** How registries find what was stored under an earlier ISIN, in the prices of an earlier time. */
export interface ChangedInstrument {
  /** The ISIN under which an instrument began; any other text is returned as it is. */
  root(isin: string): string;
  /** What a price of one instant is multiplied by at a later one; exactly 1 where nothing happened in between. */
  factor(isin: string, fromMs: number, toMs: number): number;
}

/** Of a market to which nothing happens. */
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
  /** By the ISIN that each has now. */
  readonly listed = new Map<string, Instrument>();
  /** The same, and under their earlier ISINs, too. */
  readonly known = new Map<string, Instrument>();

  /** `read` gives what was applied, in that order. */
  constructor(original: ReadonlyMap<string, Instrument>, read: () => readonly InstrumentChange[]) {
    this.#original = original;
    this.#read = read;
    this.reload();
  }

  /** Reads everything again, after a rollback. */
  reload(): void {
    for (const map of [this.#roots, this.#present, this.#steps, this.#delistings, this.listed, this.known]) map.clear();
    for (const [isin, instrument] of this.#original) {
      this.listed.set(isin, instrument);
      this.known.set(isin, instrument);
    }
    for (const change of this.#read()) this.apply(change);
  }

  /** To be called in the transaction in which it is stored; a rollback is answered by `reload`. */
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

  /** The ISIN that an instrument has now; any other text is returned as it is. */
  current(isin: string): string {
    return this.#present.get(this.root(isin)) ?? isin;
  }

  factor(isin: string, fromMs: number, toMs: number): number {
    if (this.#steps.size === 0) return 1;
    return this.#product(isin, (step) => fromMs < step.atMs && step.atMs <= toMs);
  }

  /** What an amount of money per share, as it was when the instrument began, is multiplied by at an instant. */
  splitFactor(isin: string, atMs: number): number {
    return this.#product(isin, (step) => step.isSplit && step.atMs <= atMs);
  }

  /** What the price is multiplied by for the dividends that were posted before an instant. */
  postedFactor(isin: string, beforeMs: number): number {
    return this.#product(isin, (step) => !step.isSplit && step.atMs < beforeMs);
  }

  /** When an instrument ceased to be traded; `null` where it has not. */
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
