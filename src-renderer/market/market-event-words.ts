/** Events of the market in words and in the units of a form: percent and times, not shares and factors. */
import type { MarketEventView } from '../../src-server/contract/market-control.ts';
import type { FormBody } from '../client/market-calls.ts';
import { formatPercent } from '../shared/format-number.ts';
import { formatInstant } from '../shared/format-time.ts';
import { type NumberText, scaled } from './fault-draft.ts';
import { toInstant } from './virtual-instant.ts';

export type MarketEventKind = MarketEventView['kind'];

export const EVENT_KINDS: Readonly<
  Record<MarketEventKind, { label: string; meaning: string; amountLabel: string; bounds: string; initial: number }>
> = {
  jump: {
    label: 'Jump',
    meaning: 'The price changes at once and stays there.',
    amountLabel: 'Change of the price (%)',
    bounds: '−99 to +1 000 %; −8 is minus eight per cent.',
    initial: -8,
  },
  trend: {
    label: 'Trend',
    meaning: 'The price drifts by so much each trading day, and stays where it got to.',
    amountLabel: 'Change per trading day (%)',
    bounds: '−100 to +100 %, compounding; +1 is about one per cent a day.',
    initial: 1,
  },
  volatility: {
    label: 'Volatility',
    meaning: 'The instrument’s own moves become larger or smaller for a while.',
    amountLabel: 'Times its usual moves (×)',
    bounds: '0 to 20; 3 is three times as wild, 0 is calm.',
    initial: 3,
  },
};

export interface MarketEventDraft {
  readonly kind: MarketEventKind;
  readonly isin: string;
  readonly amount: NumberText;
  /** Empty: now. */
  readonly from: string;
  /** Not for a jump. */
  readonly until: string;
}

/** The body of `POST /sim/market/events`. */
export function marketEventBody({ kind, isin, amount, from, until }: MarketEventDraft): FormBody {
  const begins = toInstant(from);
  const start = begins === '' ? {} : { [kind === 'jump' ? 'at' : 'from']: begins };
  switch (kind) {
    case 'jump':
      return { kind, isin, size: scaled(amount, 0.01), ...start };
    case 'trend':
      return { kind, isin, rate_per_day: scaled(amount, 0.01), ...start, until: toInstant(until) };
    case 'volatility':
      return { kind, isin, factor: scaled(amount, 1), ...start, until: toInstant(until) };
  }
}

/** `−8.00 % at once`, `+1.00 % a trading day`, `3× its usual moves`. */
export function marketEventWords(event: MarketEventView): string {
  switch (event.kind) {
    case 'jump':
      return `${signedPercent(event.size)} at once`;
    case 'trend':
      return `${signedPercent(event.rate_per_day)} a trading day`;
    case 'volatility':
      return `${event.factor}× its usual moves`;
  }
}

/** When it begins and ends, in virtual UTC; a jump has one instant. */
export function marketEventSpan(event: MarketEventView): string {
  if (event.kind === 'jump') return formatInstant(event.at);
  const end = event.ended_at ?? event.until;
  const early = event.ended_at === null ? '' : ', ended early';
  return `${formatInstant(event.from)} to ${formatInstant(end)}${early}`;
}

/** `+1.00 %`, `−8.00 %`, `0.00 %`. */
export function signedPercent(share: number): string {
  return share > 0 ? `+${formatPercent(share)}` : formatPercent(share);
}
