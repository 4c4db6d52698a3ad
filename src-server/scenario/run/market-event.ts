/** From an event of the market as it is written down to what the engine is asked to add. */
import type { CreateMarketEvent } from '../../contract/control/market/market-control.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import type { MarketEventInput } from '../../engine/commands/market/add-market-event.ts';

export function toMarketEvent(body: CreateMarketEvent): MarketEventInput {
  const { kind, until } = body;
  const subject = 'isin' in body ? body.isin : body.currency;
  const fromMs = instantMs('size' in body ? body.at : body.from);
  return { subject, kind, amount: amountOf(body), fromMs, untilMs: instantMs(until) };
}

function amountOf(body: CreateMarketEvent): number {
  if ('size' in body) return body.size;
  return 'factor' in body ? body.factor : body.rate_per_day;
}

/** The schema let in what can be read; `null` where it was left out. */
function instantMs(text: string | undefined): number | null {
  return text === undefined ? null : parseInstant(text);
}
