/** Converts a written market event to the engine's request. */
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

/** The schema accepts only valid instants; `null` where it is left out. */
function instantMs(text: string | undefined): number | null {
  return text === undefined ? null : parseInstant(text);
}
