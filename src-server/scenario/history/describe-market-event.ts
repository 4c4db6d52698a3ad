/** Describes what moves prices or exchange rates in words. */
import type { EventOf } from '../../domain/events/event-catalogue.ts';
import { minuteOf, percent } from './event-labels.ts';

type MarketEvent = EventOf<'market.event_added'>;

export function describeMarketEvent(event: MarketEvent): string {
  return `${describeMove(event)} of ${subjectOf(event)}, ${spanOf(event)}`;
}

function describeMove(event: MarketEvent): string {
  switch (event.kind) {
    case 'jump':
    case 'fx_jump':
      return `jump by ${percent(event.size)}`;
    case 'trend':
    case 'fx_trend':
      return `trend by ${percent(event.rate_per_day)} a day`;
    case 'volatility':
    case 'fx_volatility':
      return `${event.factor} times the volatility`;
    case 'volume':
      return `${event.factor} times the volume`;
  }
}

function subjectOf(event: MarketEvent): string {
  if ('currency' in event) return event.currency;
  const { isin, instruments } = event;
  if (isin !== undefined) return isin;
  if (instruments === undefined || instruments === 'all') return 'all instruments';
  return 'sector' in instruments ? `the sector ${instruments.sector}` : `instruments in ${instruments.currency}`;
}

function spanOf(event: MarketEvent): string {
  if ('from' in event) return `from ${minuteOf(event.from)} until ${minuteOf(event.until)}`;
  const { at, until } = event;
  return `at ${minuteOf(at)}${until === undefined ? '' : `, reversed at ${minuteOf(until)}`}`;
}
