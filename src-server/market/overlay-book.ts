/** What was laid over which instrument. Owns the list as the price model reads it; the store remembers it. */

/** An event of the market on one instrument, over all of its listings. */
export interface Overlay {
  readonly marketEventId: string;
  readonly isin: string;
  readonly kind: 'jump' | 'trend' | 'volatility';
  /** Jump: change as a share of the price. Trend: log change per trading day. Volatility: factor on the own moves. */
  readonly amount: number;
  readonly fromMs: number;
  /** `null` for a jump, which is over at once. */
  readonly untilMs: number | null;
  /** When somebody ended it; what it had done by then stays. */
  readonly endedMs: number | null;
}

export class OverlayBook {
  readonly #byIsin = new Map<string, readonly Overlay[]>();

  /** `overlays` in the order they were added. */
  constructor(overlays: readonly Overlay[]) {
    for (const overlay of overlays) this.put(overlay);
  }

  /** Everything laid over one instrument, in the order it was added. */
  of(isin: string): readonly Overlay[] {
    return this.#byIsin.get(isin) ?? NOTHING;
  }

  find(marketEventId: string): Overlay | null {
    for (const overlays of this.#byIsin.values()) {
      const found = overlays.find((overlay) => overlay.marketEventId === marketEventId);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Adds an overlay, or puts it in the place of the one with its id. */
  put(overlay: Overlay): void {
    const before = this.of(overlay.isin);
    const isKnown = before.some(({ marketEventId }) => marketEventId === overlay.marketEventId);
    const replaced = before.map((each) => (each.marketEventId === overlay.marketEventId ? overlay : each));
    this.#byIsin.set(overlay.isin, isKnown ? replaced : [...before, overlay]);
  }
}

/** When a trend or a volatility has no more effect: its own end, or the earlier instant at which it was ended. */
export function overlayEndMs({ fromMs, untilMs, endedMs }: Overlay): number {
  const plannedMs = untilMs ?? fromMs;
  return endedMs === null ? plannedMs : Math.min(plannedMs, endedMs);
}

const NOTHING: readonly Overlay[] = [];
