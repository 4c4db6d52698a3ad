/**
 * Builds the rows of planning: per ISIN held or targeted, its holdings, its target, and where it can be sold and
 * bought. The size of trades is decided elsewhere.
 */

import { buyVenues, cheapestVenue, type Venue } from '../costs/choose-venue.ts';
import { costCurve } from '../costs/cost-curve.ts';
import { isWorthTrading } from '../costs/economic-order.ts';
import type { InstrumentView } from '../market-view.ts';
import type { PositionDrift } from '../valuation/drift.ts';
import { instrumentOf, listingOf, type Valuation } from '../valuation/valuation.ts';
import { targetSum } from '../valuation/weights.ts';
import type { PlanInput } from './plan.ts';

/** A holding of one ISIN at one connected exchange. */
export interface SellableHolding extends Venue {
  readonly quantityMicro: number;
  readonly valueMinor: number;
}

/** How far constraints let a row trade (decision O5); base currency, minor units. */
export interface RowLimits {
  readonly minOrderMinor: number;
  readonly maxBuyMinor: number;
  readonly maxSellMinor: number;
}

export interface RebalanceRow {
  readonly drift: PositionDrift;
  readonly instrument: InstrumentView;
  readonly inTargets: boolean;
  /** The target weight, scaled down if all targets sum to more than one, so that every target is attainable. */
  readonly scaledTargetWeight: number;
  readonly heldMinor: number;
  /** Holdings at connected exchanges that are worth an order when sold in full; largest value first. */
  readonly sellable: readonly SellableHolding[];
  /** Holdings at connected exchanges that are not worth an order; largest value first. */
  readonly tooSmall: readonly SellableHolding[];
  /** The value of both together. */
  readonly reachableMinor: number;
  /** Venues where it can be bought; empty if the row is not underweight or no listing is connected. */
  readonly buyVenues: readonly Venue[];
  /** The cheapest of them for the whole gap; `null` if there is none. */
  readonly buyVenue: Venue | null;
  /** Absent without constraints. */
  readonly limits?: RowLimits;
  /** Whether it must not be traded (`band-edge.ts`). */
  readonly isIdle?: boolean;
  /** Whether its quantities are rounded up, so that a position outside its band ends inside. */
  readonly roundsUp?: boolean;
}

/** Signed value of a row's trade in base minor units: positive buys, negative sells. */
export type TradeMinor = number;

/** Returns how far a row is from its goal; positive if too little is held. */
export function gapOf({ isIdle, scaledTargetWeight, heldMinor }: RebalanceRow, netNavMinor: number): number {
  return isIdle === true ? 0 : scaledTargetWeight * netNavMinor - heldMinor;
}

/** Returns the cash that remains once every row is at its goal. */
export function cashGoalMinor(rows: readonly RebalanceRow[], netNavMinor: number): number {
  let [weights, idleMinor] = [0, 0];
  for (const { isIdle, heldMinor, scaledTargetWeight } of rows) {
    if (isIdle === true) idleMinor += heldMinor;
    else weights += scaledTargetWeight;
  }
  return Math.max(0, Math.max(0, 1 - weights) * netNavMinor - idleMinor);
}

/** Returns one row per row of the drift snapshot, in its order (by ISIN). */
export function rebalanceRows(
  input: PlanInput,
  valuation: Valuation,
  drifts: readonly PositionDrift[],
): RebalanceRow[] {
  const targeted = new Set<string>();
  for (const { isin } of input.targets) targeted.add(isin);
  const scale = 1 / Math.max(1, targetSum(input.targets));
  const heldBy = positionsByIsin(valuation);
  return drifts.map((drift) => {
    const instrument = instrumentOf(input.view, drift.isin);
    const held = heldBy.get(drift.isin) ?? NO_POSITIONS;
    const heldMinor = totalValueMinor(held);
    const reachable = reachableHoldings(held, instrument, input);
    const scaledTargetWeight = drift.targetWeight * scale;
    const gapMinor = scaledTargetWeight * valuation.totalMinor - heldMinor;
    const venues = gapMinor > 0 ? buyVenues(instrument, input.currency, input.view) : NO_VENUES;
    return {
      drift,
      instrument,
      inTargets: targeted.has(drift.isin),
      scaledTargetWeight,
      heldMinor,
      sellable: reachable.filter(({ curve, valueMinor }) => isWorthTrading(curve, valueMinor)),
      tooSmall: reachable.filter(({ curve, valueMinor }) => !isWorthTrading(curve, valueMinor)),
      reachableMinor: totalValueMinor(reachable),
      buyVenues: venues,
      buyVenue: cheapestVenue(venues, instrument.primaryMic, gapMinor),
    };
  });
}

/** Returns the exchange where a buy of this value costs least; `null` if there is none. */
export function buyVenueFor({ buyVenues: venues, instrument }: RebalanceRow, valueMinor: number): Venue | null {
  if (venues.length < 2) return venues[0] ?? null;
  return cheapestVenue(venues, instrument.primaryMic, valueMinor);
}

type Held = Valuation['positions'][number];

const NO_POSITIONS: readonly Held[] = [];
const NO_VENUES: readonly Venue[] = [];

function totalValueMinor(holdings: readonly { readonly valueMinor: number }[]): number {
  let sumMinor = 0;
  for (const { valueMinor } of holdings) sumMinor += valueMinor;
  return sumMinor;
}

function positionsByIsin(valuation: Valuation): Map<string, Held[]> {
  const heldBy = new Map<string, Held[]>();
  for (const position of valuation.positions) {
    const held = heldBy.get(position.isin);
    if (held) held.push(position);
    else heldBy.set(position.isin, [position]);
  }
  return heldBy;
}

function reachableHoldings(held: readonly Held[], instrument: InstrumentView, input: PlanInput): SellableHolding[] {
  const holdings: SellableHolding[] = [];
  for (const { mic, quantityMicro, valueMinor } of held) {
    const listing = listingOf(instrument, mic);
    if (!listing.connected || quantityMicro === 0) continue;
    const curve = costCurve(instrument, listing, 'sell', input.currency, input.view);
    holdings.push({ listing, curve, quantityMicro, valueMinor });
  }
  if (holdings.length < 2) return holdings;
  return holdings.sort((a, b) => b.valueMinor - a.valueMinor || (a.listing.mic < b.listing.mic ? -1 : 1));
}
