/** From an event of the market as it is written down to what the engine is asked to add. */
import type { z } from 'zod';
import type { createMarketEvent } from '../contract/market-control.ts';
import { parseInstant } from '../domain/instant.ts';
import type { MarketEventInput } from '../engine/commands/add-market-event.ts';

export function toMarketEvent(body: z.output<typeof createMarketEvent>): MarketEventInput {
  const { kind, isin } = body;
  if (kind === 'jump') return { isin, kind, amount: body.size, fromMs: instantMs(body.at), untilMs: null };
  const span = { fromMs: instantMs(body.from), untilMs: instantMs(body.until) };
  return { isin, kind, amount: kind === 'trend' ? body.rate_per_day : body.factor, ...span };
}

/** The schema let in what can be read; `null` where it was left out. */
function instantMs(text: string | undefined): number | null {
  return text === undefined ? null : parseInstant(text);
}
