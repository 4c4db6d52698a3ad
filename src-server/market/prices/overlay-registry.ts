/** The market events of each instrument and currency, as prices and volumes read them; the store persists them. */

/**
 * Those that begin with `fx_` are about a currency, and amounts are of its worth in EUR; the others are about an
 * instrument.
 */
export type OverlayKind = 'jump' | 'trend' | 'volatility' | 'volume' | 'fx_jump' | 'fx_trend' | 'fx_volatility';

/** An event of the market on one instrument, over all of its listings, or on the rate of one currency. */
export interface Overlay {
  readonly marketEventId: string;
  /** ISIN of the instrument, or the currency. */
  readonly subject: string;
  readonly kind: OverlayKind;
  /**
   * Jump: change as a share. Trend: log change per trading day. Volatility, volume: factor on own moves or on shares.
   */
  readonly amount: number;
  readonly fromMs: number;
  /** `null` for a jump that stays. */
  readonly untilMs: number | null;
  /** When somebody ended it; what it had done by then stays. */
  readonly endedMs: number | null;
}

export class OverlayRegistry {
  readonly #ofPrices = new Map<string, readonly Overlay[]>();
  readonly #ofVolumes = new Map<string, readonly Overlay[]>();

  /** `overlays` in the order they were added. */
  constructor(overlays: readonly Overlay[]) {
    for (const overlay of overlays) this.put(overlay);
  }

  /** The events on the price of one instrument, or on the rate of one currency, in the order they were added. */
  of(subject: string): readonly Overlay[] {
    return this.#ofPrices.get(subject) ?? NOTHING;
  }

  /** The events on the volume of one instrument, in the order they were added. */
  volumesOf(isin: string): readonly Overlay[] {
    return this.#ofVolumes.get(isin) ?? NOTHING;
  }

  find(marketEventId: string): Overlay | null {
    for (const overlays of [...this.#ofPrices.values(), ...this.#ofVolumes.values()]) {
      const found = overlays.find((overlay) => overlay.marketEventId === marketEventId);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Adds an overlay, or puts it in the place of the one with its id. */
  put(overlay: Overlay): void {
    const lists = overlay.kind === 'volume' ? this.#ofVolumes : this.#ofPrices;
    const before = lists.get(overlay.subject) ?? NOTHING;
    const isKnown = before.some(({ marketEventId }) => marketEventId === overlay.marketEventId);
    const replaced = before.map((each) => (each.marketEventId === overlay.marketEventId ? overlay : each));
    lists.set(overlay.subject, isKnown ? replaced : [...before, overlay]);
  }
}

/** When what lasts has no more effect: its own end, or the earlier instant at which it was ended. */
export function overlayEndMs({ fromMs, untilMs, endedMs }: Overlay): number {
  const plannedMs = untilMs ?? fromMs;
  return endedMs === null ? plannedMs : Math.min(plannedMs, endedMs);
}

/** Happens at once, whatever it is about. */
export function isJump({ kind }: Pick<Overlay, 'kind'>): boolean {
  return kind === 'jump' || kind === 'fx_jump';
}

const NOTHING: readonly Overlay[] = [];
