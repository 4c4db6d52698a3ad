/**
 * The pinned mids and exchange rates, past ones included, so that a chart of yesterday does not change when a pin is
 * released. Held in memory; the store persists the pins.
 */
import { scaledMicro } from '../corporate-actions/changed-prices.ts';
import { type ChangedInstrument, UNCHANGED } from '../corporate-actions/instrument-changes.ts';
import type { Currency } from '../data/market-data.ts';

export interface PinnedMid {
  /** Millionths of `currency`. */
  readonly midMicro: number;
  readonly currency: Currency;
}

/**
 * A fixed mid of every listing of an instrument, or of one EUR in a currency, from `fromMs` until before `untilMs`;
 * `null`: until it is released.
 */
export interface Pin extends PinnedMid {
  /** ISIN of the instrument, or the currency. */
  readonly subject: string;
  readonly fromMs: number;
  readonly untilMs: number | null;
}

export class PinRegistry {
  readonly #bySubject = new Map<string, Pin[]>();

  readonly #terms: ChangedInstrument;

  /** `pins` are in the order in which they were set. */
  constructor(pins: readonly Pin[], terms: ChangedInstrument = UNCHANGED) {
    this.#terms = terms;
    for (const pin of pins) this.put(pin);
  }

  /** Returns the pin of an instrument or a currency at an instant, in the prices of `asOfMs`, or `null`. */
  at(subject: string, instantMs: number, asOfMs: number = instantMs): Pin | null {
    const pin = this.find(subject, instantMs);
    return pin === null ? null : this.#asOf(pin, asOfMs);
  }

  /** Returns the pin as it was set; the same pin is always the same object. */
  find(subject: string, instantMs: number): Pin | null {
    // The spans of one subject follow each other, so only the last one that began can apply.
    const latest = this.#bySubject.get(this.#terms.root(subject))?.findLast(({ fromMs }) => fromMs <= instantMs);
    return latest !== undefined && holdsAt(latest, instantMs) ? latest : null;
  }

  /** Returns the pins that are not released, by ISIN or currency, in present prices. */
  present(): Pin[] {
    const latest = [...this.#bySubject.values()].flatMap((pins) => pins.slice(-1));
    return latest
      .filter(({ untilMs }) => untilMs === null)
      .map((pin) => this.#asOf(pin, Number.POSITIVE_INFINITY))
      .sort((one, other) => (one.subject < other.subject ? -1 : 1));
  }

  /** Adds a pin, which replaces the present one of its subject. */
  put(pin: Pin): void {
    this.release(pin.subject, pin.fromMs);
    const root = this.#terms.root(pin.subject);
    const pins = this.#bySubject.get(root);
    if (pins === undefined) this.#bySubject.set(root, [pin]);
    else pins.push(pin);
  }

  /** Releases an instrument or a currency from an instant on; does nothing if it is not pinned. */
  release(subject: string, untilMs: number): void {
    const pins = this.#bySubject.get(this.#terms.root(subject));
    const last = pins?.at(-1);
    if (pins !== undefined && last !== undefined && last.untilMs === null) pins[pins.length - 1] = { ...last, untilMs };
  }

  #asOf(pin: Pin, instantMs: number): Pin {
    const { subject, fromMs } = pin;
    const isLater = instantMs >= fromMs;
    const factor = isLater
      ? this.#terms.factor(subject, fromMs, instantMs)
      : 1 / this.#terms.factor(subject, instantMs, fromMs);
    return factor === 1 ? pin : { ...pin, midMicro: scaledMicro(pin.midMicro, factor) };
  }
}

function holdsAt({ untilMs }: Pin, instantMs: number): boolean {
  return untilMs === null || instantMs < untilMs;
}
