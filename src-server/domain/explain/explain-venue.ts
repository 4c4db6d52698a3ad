/**
 * Explains the exchange of an order: a sell trades where the shares are held, a buy where the all-in cost is least.
 * States exact estimates for the ordered value; `choose-venue.ts` makes the choice.
 */

import { costCurve } from '../costs/cost-curve.ts';
import { estimateOrderCosts } from '../costs/estimate-order-costs.ts';
import type { InstrumentView, ListingView } from '../market-view.ts';
import { formatMoney, formatQuantity } from '../numbers/format-number.ts';
import type { PlannedOrder } from '../plan/plan.ts';
import { instrumentOf, listingOf } from '../valuation/valuation.ts';
import type { ExplanationContext, HeldByIsin, OrderExplanation, VenueAlternative } from './explanation.ts';

/**
 * Returns the reason for the exchange and, for a buy, every other listing with its cost or why it was not available.
 */
export function explainVenue(order: PlannedOrder, context: ExplanationContext, held: HeldByIsin): OrderExplanation {
  const { sequence } = order;
  if (order.side === 'sell') return { sequence, venueText: sellText(order, held), alternatives: [] };
  const instrument = instrumentOf(context.input.view, order.isin);
  const chosen = listingOf(instrument, order.mic);
  const costMinor = costAtMinor(chosen, instrument, order, context);
  const alternatives = instrument.listings
    .filter((listing) => listing !== chosen)
    .map((listing) => alternativeOf(listing, instrument, order, costMinor, context))
    .sort(cheapestFirst);
  const choice = choiceText(order, instrument, costMinor, alternatives, context);
  return { sequence, venueText: `${choice}${nettedText(order, costMinor, context)}.`, alternatives };
}

/** Exchanges are compared by the cost of the order alone; netting may reduce its charge (`net-fx.ts`). */
function nettedText({ currency, costs }: PlannedOrder, costMinor: number, { input }: ExplanationContext): string {
  const savedMinor = costMinor - costs.totalMinor;
  if (savedMinor <= 0) return '';
  return `; netting against ${currency} from the sells saves ${formatMoney(savedMinor, input.currency)} of that`;
}

function sellText({ isin, mic, quantityMicro }: PlannedOrder, held: HeldByIsin): string {
  let hereMicro = 0;
  let allMicro = 0;
  for (const position of held.get(isin) ?? []) {
    allMicro += position.quantityMicro;
    if (position.mic === mic) hereMicro += position.quantityMicro;
  }
  const share = allMicro === hereMicro ? 'all' : `${formatQuantity(hereMicro)} of the`;
  const whole = quantityMicro === hereMicro ? ', and all of them are sold' : '';
  return `Sold at ${mic}, where ${share} ${formatQuantity(allMicro)} shares are held${whole}.`;
}

/** Estimates the cost for one value, so that exchanges with different prices or lots are comparable. */
function costAtMinor(
  listing: ListingView,
  instrument: InstrumentView,
  order: PlannedOrder,
  { input }: ExplanationContext,
) {
  const { currency, view } = input;
  const { shareMinor } = costCurve(instrument, listing, 'buy', currency, view);
  const quantityMicro =
    listing.mic === order.mic ? order.quantityMicro : Math.round((order.estimatedValueMinor / shareMinor) * 1e6);
  return estimateOrderCosts({ side: 'buy', quantityMicro, listing, instrument, currency }, view).costs.totalMinor;
}

function alternativeOf(
  listing: ListingView,
  instrument: InstrumentView,
  order: PlannedOrder,
  chosenMinor: number,
  context: ExplanationContext,
): VenueAlternative {
  const { mic } = listing;
  if (!listing.connected)
    return { mic, totalCostMinor: null, reason: `${upperFirst(whyNot(order.isin, mic, context))}.` };
  const totalCostMinor = costAtMinor(listing, instrument, order, context);
  const difference = formatMoney(totalCostMinor - chosenMinor, context.input.currency);
  if (totalCostMinor > chosenMinor) return { mic, totalCostMinor, reason: `${difference} more.` };
  if (totalCostMinor === chosenMinor) {
    return { mic, totalCostMinor, reason: `The same to the cent${precedence(order.mic, mic, instrument)}.` };
  }
  // The choice compares costs before each charge is rounded.
  return { mic, totalCostMinor, reason: `${difference} less, but only after rounding of every charge.` };
}

/** Returns the reason for the choice between exchanges of equal cost; empty if a fraction of a cent decided. */
function precedence(mic: string, other: string, { primaryMic }: InstrumentView): string {
  if (mic === primaryMic) return `, and ${mic} is the main exchange`;
  return other === primaryMic || mic > other ? '' : `, and ${mic} comes first alphabetically`;
}

function choiceText(
  { mic }: PlannedOrder,
  instrument: InstrumentView,
  costMinor: number,
  alternatives: readonly VenueAlternative[],
  context: ExplanationContext,
): string {
  const { currency } = context.input;
  const cost = `${mic} costs ${formatMoney(costMinor, currency)} all-in`;
  const next = alternatives.find(({ totalCostMinor }) => totalCostMinor !== null);
  const missing = alternatives.filter(({ totalCostMinor }) => totalCostMinor === null);
  const others = missing.map((each) => whyNot(instrument.isin, each.mic, context)).join(' and ');
  if (next === undefined) {
    return missing.length === 0 ? `${cost} and is the only exchange that lists it` : `${cost}; ${others}`;
  }
  const rest = missing.length === 0 ? '' : `; ${others}`;
  return `${cost}, ${comparison(mic, costMinor, next, instrument, currency)}${rest}`;
}

function comparison(
  mic: string,
  costMinor: number,
  { mic: other, totalCostMinor }: VenueAlternative,
  instrument: InstrumentView,
  currency: string,
): string {
  const lessMinor = (totalCostMinor ?? 0) - costMinor;
  if (lessMinor > 0) return `${formatMoney(lessMinor, currency)} less than ${other}`;
  if (lessMinor < 0) {
    return `${formatMoney(lessMinor, currency)} more than ${other}, but only after rounding of every charge`;
  }
  return `the same to the cent as ${other}${precedence(mic, other, instrument)}`;
}

function whyNot(isin: string, mic: string, { unavailability }: ExplanationContext): string {
  return unavailability(isin, mic) ?? `${mic} is disconnected or has no current price`;
}

function cheapestFirst(a: VenueAlternative, b: VenueAlternative): number {
  if (a.totalCostMinor === null || b.totalCostMinor === null) {
    if (a.totalCostMinor !== b.totalCostMinor) return a.totalCostMinor === null ? 1 : -1;
  } else if (a.totalCostMinor !== b.totalCostMinor) return a.totalCostMinor - b.totalCostMinor;
  return a.mic < b.mic ? -1 : 1;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
