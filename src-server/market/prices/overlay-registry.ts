/** The market events of each instrument and currency, as prices and volumes read them; the store persists them. */
import { type Coverable, covers } from '../../domain/identifiers/instrument-coverage.ts';
import { type ChangedInstrument, UNCHANGED } from '../corporate-actions/instrument-changes.ts';

/**
 * Those that begin with `fx_` are about a currency, and amounts are of its worth in EUR; the others are about an
 * instrument.
 */
type OverlayKind = 'jump' | 'trend' | 'volatility' | 'volume' | 'fx_jump' | 'fx_trend' | 'fx_volatility';

/** An event of the market on instruments, over all of their listings, or on the rate of one currency. */
export interface Overlay {
  readonly marketEventId: string;
  /** ISIN of the instrument, many instruments as `subjectOf` names them, or the currency. */
  readonly subject: string;
  readonly kind: OverlayKind;
  /**
   * Jump: change as a share. Trend: log change per trading day. Volatility, volume: factor on own moves or on shares.
   */
  readonly amount: number;
  /** Whether the amount of each instrument is this one times its market beta. */
  readonly byBeta: boolean;
  readonly fromMs: number;
  /** `null` for a jump that stays. */
  readonly untilMs: number | null;
  /** When somebody ended it; what it had done by then stays. */
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
   * `overlays` in the order they were added; those of many instruments are laid over each of `instruments` they cover,
   * which are known by the ISIN under which they began.
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
   * The events on the price of one instrument, those of many instruments among them, or on the rate of one currency, in
   * the order they were added. Each has the instrument as its subject, and its amount.
   */
  of(subject: string): readonly Overlay[] {
    const root = this.#terms.root(subject);
    return this.#ofPrices.get(root) ?? this.#cache(this.#ofPrices, root, (kind) => kind !== 'volume');
  }

  /** The events on the volume of one instrument, in the order they were added. */
  volumesOf(isin: string): readonly Overlay[] {
    const root = this.#terms.root(isin);
    return this.#ofVolumes.get(root) ?? this.#cache(this.#ofVolumes, root, (kind) => kind === 'volume');
  }

  find(marketEventId: string): Overlay | null {
    return this.#overlays.find((overlay) => overlay.marketEventId === marketEventId) ?? null;
  }

  /** Adds an overlay, or puts it in the place of the one with its id. */
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

/** An overlay of many instruments as it is laid over one; nothing where it does not cover it. */
function onSubject(overlay: Overlay, subject: string, instrument: Coverable | undefined): Overlay[] {
  if (instrument === undefined || !covers(overlay.subject, instrument)) return [];
  const scaled = overlay.byBeta ? overlay.amount * instrument.marketBeta : overlay.amount;
  return [{ ...overlay, subject, amount: isJump(overlay) ? Math.max(LARGEST_FALL, scaled) : scaled }];
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

/** However large a beta is, a price stays above zero. */
const LARGEST_FALL = -0.99;
