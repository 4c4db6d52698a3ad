/** Market events in words and in the units of a form: percent and multiples, not shares and factors. */
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import type { MarketEventView } from '../../../src-server/contract/control/market/market-control.ts';
import type { InstrumentList } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { signedPercent } from '../format/format-number.ts';
import { formatInstant } from '../format/format-time.ts';
import type { ForeignCurrency, TradingCurrency } from '../forms/currency-choice.tsx';
import { type NumberText, scaled } from '../forms/number-text.ts';
import { omitEmpty } from '../forms/omit-empty.ts';
import { toInstant } from '../forms/virtual-instant.ts';

export type MarketEventKind = MarketEventView['kind'];
/** The instruments that an event of many instruments affects. */
export type Coverage = Exclude<Extract<MarketEventView, { kind: 'jump' }>['instruments'], undefined>;
/** One instrument, or a group of them. */
type Covered = 'one' | 'all' | 'sector' | 'currency';

export const EVENT_KINDS: Readonly<
  Record<MarketEventKind, { label: string; meaning: string; amountLabel: string; bounds: string; initial: number }>
> = {
  jump: {
    label: 'Jump',
    meaning: 'The price changes at once and stays there.',
    amountLabel: 'Change of the price (%)',
    bounds: '−99 to +1 000 %; −8 is a fall of eight per cent.',
    initial: -8,
  },
  trend: {
    label: 'Trend',
    meaning: 'The price moves by this much each trading day, and keeps its final level.',
    amountLabel: 'Change per trading day (%)',
    bounds: '−100 to +100 %, compounding; +1 is about one per cent per day.',
    initial: 1,
  },
  volatility: {
    label: 'Volatility',
    meaning: 'The instrument’s own price moves become larger or smaller for a time.',
    amountLabel: 'Multiple of its usual moves (×)',
    bounds: '0 to 20; 3 is three times the usual moves, 0 is none.',
    initial: 3,
  },
  volume: {
    label: 'Volume',
    meaning: 'More or fewer shares are traded for a time, so orders fill faster or slower.',
    amountLabel: 'Multiple of its usual volume (×)',
    bounds: '0 to 20; 0.1 is a tenth of the usual shares.',
    initial: 0.1,
  },
  fx_jump: {
    label: 'FX jump',
    meaning: 'The currency’s value in EUR changes at once, and so does every listing quoted in it.',
    amountLabel: 'Change of its value in EUR (%)',
    bounds: '−99 to +1 000 %; −8 is a fall of eight per cent.',
    initial: -8,
  },
  fx_trend: {
    label: 'FX trend',
    meaning: 'The currency’s value in EUR moves by this much each weekday, and keeps its final level.',
    amountLabel: 'Change of its value in EUR per weekday (%)',
    bounds: '−100 to +100 %, compounding; −1 is about one per cent per day.',
    initial: -1,
  },
  fx_volatility: {
    label: 'FX volatility',
    meaning: 'The moves of its exchange rate become larger or smaller for a time.',
    amountLabel: 'Multiple of its usual moves (×)',
    bounds: '0 to 20; 3 is three times the usual moves, 0 is none.',
    initial: 3,
  },
};

export interface MarketEventDraft {
  readonly kind: MarketEventKind;
  /** For kinds about instruments: the ISIN of one, or a group of them. */
  readonly isin: string;
  readonly covered: Covered;
  readonly sector: string;
  /** Trading currency of the instruments. */
  readonly tradedIn: TradingCurrency;
  /** Whether each moves by its market beta. */
  readonly byBeta: boolean;
  /** For kinds about a currency. */
  readonly currency: ForeignCurrency;
  readonly amount: NumberText;
  /** Empty: now. */
  readonly from: string;
  /** Empty for a permanent jump. */
  readonly until: string;
}

/** Whether it moves an exchange rate, and with it every price quoted in other currencies. */
export function isOfCurrency(kind: MarketEventKind): boolean {
  return kind.startsWith('fx_');
}

/** Whether it happens at once. */
export function isJump(kind: MarketEventKind): boolean {
  return kind === 'jump' || kind === 'fx_jump';
}

/** Whether a jump has happened and still has an effect, so that it can be reversed. */
export function isInForce(event: MarketEventView): boolean {
  if (!('at' in event) || event.status === 'scheduled' || event.status === 'cancelled') return false;
  // One that was ended before its reversal stays.
  const isReversed = event.status === 'over' && event.until !== undefined;
  return !isReversed || (event.ended_at !== null && event.ended_at < (event.until ?? ''));
}

/** Value of one unit of the amount in the request: jumps and trends are in percent. */
export function wirePerUnitOf(kind: MarketEventKind): number {
  return isJump(kind) || kind === 'trend' || kind === 'fx_trend' ? 0.01 : 1;
}

/** The body of `POST /sim/market/events`. */
export function marketEventBody(draft: MarketEventDraft): ControlBody<'POST /market/events'> {
  const { kind, currency } = draft;
  const instruments = instrumentsBody(draft);
  const byBeta = draft.byBeta && draft.covered !== 'one' ? { by_beta: true as const } : {};
  const [begins, until] = [toInstant(draft.from), toInstant(draft.until)];
  const amount = scaled(draft.amount, wirePerUnitOf(kind));
  const jump = { size: amount, ...omitEmpty({ at: begins, until }) };
  const span = { ...omitEmpty({ from: begins }), until };
  const trend = { rate_per_day: amount, ...span };
  const scale = { factor: amount, ...span };
  if (kind === 'jump') return { kind, ...instruments, ...byBeta, ...jump };
  if (kind === 'fx_jump') return { kind, currency, ...jump };
  if (kind === 'trend') return { kind, ...instruments, ...byBeta, ...trend };
  if (kind === 'fx_trend') return { kind, currency, ...trend };
  return kind === 'fx_volatility' ? { kind, currency, ...scale } : { kind, ...instruments, ...scale };
}

function instrumentsBody({ covered, isin, sector, tradedIn }: MarketEventDraft) {
  if (covered === 'one') return { isin };
  if (covered === 'all') return { instruments: covered };
  return { instruments: covered === 'sector' ? { sector } : { currency: tradedIn } };
}

/** `All instruments`, `Sector technology`, `Instruments in GBP`. */
export function formatCoverage(instruments: Coverage): string {
  if (instruments === 'all') return 'All instruments';
  return 'sector' in instruments ? `Sector ${instruments.sector}` : `Instruments in ${instruments.currency}`;
}

/** Whether an event moves the price of an instrument or its volume. */
export function isAbout(
  event: MarketEventView,
  { isin, sector, currency }: Pick<InstrumentList['instruments'][number], 'isin' | 'sector' | 'currency'>,
): boolean {
  if ('currency' in event) return false;
  const { instruments } = event;
  if (instruments === undefined || instruments === 'all') return instruments === 'all' || event.isin === isin;
  return 'sector' in instruments ? instruments.sector === sector : instruments.currency === currency;
}

/** The effect of an event, without its time and its target. */
type MarketEffect = Pick<MarketEventView, 'kind'> & { readonly by_beta?: true | undefined } & (
    | { readonly size: number }
    | { readonly rate_per_day: number }
    | { readonly factor: number }
  );

/** `−8.00 % at once`, `+1.00 % × beta a trading day`, `3× its usual moves`. */
export function formatMarketEvent(event: MarketEventView | MarketEffect): string {
  if ('factor' in event) return `${event.factor}× its usual ${event.kind === 'volume' ? 'volume' : 'moves'}`;
  const byBeta = 'by_beta' in event && event.by_beta === true ? ' × beta' : '';
  if ('size' in event) {
    return `${signedPercent(event.size)}${byBeta} ${event.kind === 'fx_jump' ? 'in EUR ' : ''}at once`;
  }
  const span = event.kind === 'fx_trend' ? 'in EUR per weekday' : 'per trading day';
  return `${signedPercent(event.rate_per_day)}${byBeta} ${span}`;
}

/** When it begins and ends, in virtual UTC; a permanent jump has one instant. */
export function marketEventSpan(event: MarketEventView): string {
  const begins = 'at' in event ? event.at : event.from;
  const ends = event.ended_at ?? event.until;
  // Ending a jump that has happened only cancels its reversal.
  if (ends === undefined || ('at' in event && event.until === undefined)) return formatInstant(begins);
  if ('at' in event && event.ended_at === event.until)
    return `${formatInstant(begins)}, reversed ${formatInstant(ends)}`;
  const early = event.ended_at === null ? '' : ', ended early';
  return `${formatInstant(begins)} to ${formatInstant(ends)}${early}`;
}
