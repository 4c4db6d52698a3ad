/** Converts a written market event to the engine's request. */
import type { CreateMarketEvent } from '../../contract/control/market/market-control.ts';
import { coverageSubject } from '../../domain/identifiers/instrument-coverage.ts';
import { invariant } from '../../domain/invariant.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import type { MarketEventInput } from '../../engine/commands/market/add-market-event.ts';

export function toMarketEvent(body: CreateMarketEvent): MarketEventInput {
  const { kind, until } = body;
  const fromMs = instantMs('size' in body ? body.at : body.from);
  const byBeta = 'by_beta' in body && body.by_beta === true;
  return { subject: subjectIn(body), kind, amount: amountOf(body), byBeta, fromMs, untilMs: instantMs(until) };
}

function subjectIn(body: CreateMarketEvent): string {
  if ('currency' in body) return body.currency;
  const { isin, instruments } = body;
  invariant(isin !== undefined || instruments !== undefined, 'the schema wants isin or instruments');
  return isin ?? coverageSubject(instruments ?? 'all');
}

function amountOf(body: CreateMarketEvent): number {
  if ('size' in body) return body.size;
  return 'factor' in body ? body.factor : body.rate_per_day;
}

/** The schema accepts only valid instants; `null` if it is left out. */
function instantMs(text: string | undefined): number | null {
  return text === undefined ? null : parseInstant(text);
}
