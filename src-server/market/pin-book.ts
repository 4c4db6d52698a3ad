/**
 * Which mids are held, and were held when. Owns the spans of the pins, past ones too, so that a chart of yesterday
 * stays what it was after a pin is let go. Refuses to remember anything: the store does, and fills it at the start.
 */
import type { Currency } from './market-data.ts';

export interface PinnedMid {
  /** Millionths of `currency`. */
  readonly midMicro: number;
  readonly currency: Currency;
}

/** The mid of every listing of an instrument, held from `fromMs` until before `untilMs`; `null`: until it is let go. */
export interface Pin extends PinnedMid {
  readonly isin: string;
  readonly fromMs: number;
  readonly untilMs: number | null;
}

export class PinBook {
  readonly #byIsin = new Map<string, Pin[]>();

  /** `pins` in the order they were set. */
  constructor(pins: readonly Pin[]) {
    for (const pin of pins) this.put(pin);
  }

  /** The pin that holds an instrument at an instant, or `null`. */
  at(isin: string, instantMs: number): Pin | null {
    // Spans of one instrument follow each other, so the last that began is the only one that can hold.
    const latest = this.#byIsin.get(isin)?.findLast(({ fromMs }) => fromMs <= instantMs);
    return latest !== undefined && holdsAt(latest, instantMs) ? latest : null;
  }

  /** The pins that nobody has let go, by ISIN. */
  held(): Pin[] {
    const latest = [...this.#byIsin.values()].flatMap((pins) => pins.slice(-1));
    return latest.filter(({ untilMs }) => untilMs === null).sort((one, other) => (one.isin < other.isin ? -1 : 1));
  }

  /** Adds a pin; it takes over from the one that held the instrument so far. */
  put(pin: Pin): void {
    this.release(pin.isin, pin.fromMs);
    const pins = this.#byIsin.get(pin.isin);
    if (pins === undefined) this.#byIsin.set(pin.isin, [pin]);
    else pins.push(pin);
  }

  /** Lets an instrument go from an instant on; nothing happens where it is not held. */
  release(isin: string, untilMs: number): void {
    const pins = this.#byIsin.get(isin);
    const last = pins?.at(-1);
    if (pins !== undefined && last !== undefined && last.untilMs === null) pins[pins.length - 1] = { ...last, untilMs };
  }
}

function holdsAt({ untilMs }: Pin, instantMs: number): boolean {
  return untilMs === null || instantMs < untilMs;
}
