/** The market events of each instrument and currency, as read by prices and volumes; the store persists them. */
import { type Coverable, covers } from '../../domain/identifiers/instrument-coverage.ts';
import { type ChangedInstrument, UNCHANGED } from '../corporate-actions/instrument-changes.ts';

/**
 * Kinds that begin with `fx_` are about a currency, with amounts of its value in EUR; the others are about an
 * instrument.
 */
type OverlayKind = 'jump' | 'trend' | 'volatility' | 'volume' | 'fx_jump' | 'fx_trend' | 'fx_volatility';

/** A market event: on instruments, over all of their listings, or on the rate of one currency. */
export interface Overlay {
  readonly marketEventId: string;
  /** ISIN of the instrument, many instruments in the format of `subjectOf`, or the currency. */
  readonly subject: string;
  readonly kind: OverlayKind;
  /**
   * Jump: change as a share. Trend: log change per trading day. Volatility, volume: factor of idiosyncratic moves or of
   * shares.
   */
  readonly amount: number;
  /** Whether each instrument's amount is this one times its market beta. */
  readonly byBeta: boolean;
  readonly fromMs: number;
  /** `null` for a permanent jump. */
  readonly untilMs: number | null;
  /** When it was ended on request; its effect until then remains. */
  readonly endedMs: number | null;
}

export class OverlayRegistry {
  readonly #instruments: ReadonlyMap<string, Coverable>;
  /** In the order in which they were added. */
  #overlays: readonly Overlay[] = [];
  readonly #ofPrices = new Map<string, readonly Overlay[]>();
  readonly #ofVolumes = new Map<string, readonly Overlay[]>();

  readonly #terms: Pick<ChangedInstrument, 'root'>;

  /**
   * `overlays` are in the order in which they were added; those of many instruments apply to each of `instruments` that
   * they cover, which are identified by their first ISIN.
   */
  constructor(
    overlays: readonly Overlay[],
    instruments: ReadonlyMap<string, Coverable> = new Map(),
    terms: Pick<ChangedInstrument, 'root'> = UNCHANGED,
  ) {
    this.#overlays = overlays;
    this.#instruments = instruments;
    this.#terms = terms;
  }

  /**
   * Returns the events on the price of one instrument, including those of many instruments, or on the rate of one
   * currency, in the order in which they were added. Each has the instrument as its subject, and its amount.
   */
  of(subject: string): readonly Overlay[] {
    const root = this.#terms.root(subject);
    return this.#ofPrices.get(root) ?? this.#cache(this.#ofPrices, root, (kind) => kind !== 'volume');
  }

  /** Returns the events on the volume of one instrument, in the order in which they were added. */
  volumesOf(isin: string): readonly Overlay[] {
    const root = this.#terms.root(isin);
    return this.#ofVolumes.get(root) ?? this.#cache(this.#ofVolumes, root, (kind) => kind === 'volume');
  }

  find(marketEventId: string): Overlay | null {
    return this.#overlays.find((overlay) => overlay.marketEventId === marketEventId) ?? null;
  }

  /** Adds an overlay, or replaces the one with the same id. */
  put(overlay: Overlay): void {
    const isKnown = this.find(overlay.marketEventId) !== null;
    const replaced = this.#overlays.map((each) => (each.marketEventId === overlay.marketEventId ? overlay : each));
    this.#overlays = isKnown ? replaced : [...this.#overlays, overlay];
    this.#ofPrices.clear();
    this.#ofVolumes.clear();
  }

  #cache(cache: Map<string, readonly Overlay[]>, subject: string, isOfIt: (kind: OverlayKind) => boolean) {
    const instrument = this.#instruments.get(subject);
    const laid = this.#overlays.flatMap((overlay) => {
      if (!isOfIt(overlay.kind)) return [];
      return this.#terms.root(overlay.subject) === subject ? [overlay] : onSubject(overlay, subject, instrument);
    });
    cache.set(subject, laid);
    return laid;
  }
}

/** Returns an overlay of many instruments as it applies to one; empty if it does not cover the instrument. */
function onSubject(overlay: Overlay, subject: string, instrument: Coverable | undefined): Overlay[] {
  if (instrument === undefined || !covers(overlay.subject, instrument)) return [];
  const scaled = overlay.byBeta ? overlay.amount * instrument.marketBeta : overlay.amount;
  return [{ ...overlay, subject, amount: isJump(overlay) ? Math.max(LARGEST_FALL, scaled) : scaled }];
}

/** Returns when a lasting event has no more effect: at its own end, or at the earlier instant at which it was ended. */
export function overlayEndMs({ fromMs, untilMs, endedMs }: Overlay): number {
  const plannedMs = untilMs ?? fromMs;
  return endedMs === null ? plannedMs : Math.min(plannedMs, endedMs);
}

/** Whether it happens at once, for an instrument or a currency. */
export function isJump({ kind }: Pick<Overlay, 'kind'>): boolean {
  return kind === 'jump' || kind === 'fx_jump';
}

/** Largest fall of a jump: however large a beta is, the price remains above zero. */
const LARGEST_FALL = -0.99;
