/**
 * Computes value and costs of one fill (decisions D4, G5). Two identities hold to the cent, mirrored for sells:
 * cash change = −value − explicit costs = −(value at mid) − total costs.
 */

import type { Side } from '../market-view.ts';
import { valueMinor as localValueMinor } from '../numbers/exact.ts';
import { baseValueMinor, perEurMicroOf } from '../numbers/rounded-product.ts';
import { type CostParts, costParts } from './cost-parts.ts';
import { type ChargeBasis, type ChargeRates, type ChargeTerms, explicitCharges } from './explicit-charges.ts';

/** A fill at `priceMicro`, with touch and mid of the same instant; all three in the listing's currency. */
export interface FillToCost extends ChargeTerms {
  readonly quantityMicro: number;
  readonly priceMicro: number;
  readonly touchMicro: number;
  readonly midMicro: number;
  /** The trades of the order before this fill: `NOTHING_TRADED`, or `cumulativeAfter` of its last fill. */
  readonly cumulativeBefore: ChargeBasis;
}

interface CostedFill {
  /** Base currency, at the execution price and the mid FX rate. */
  readonly valueMinor: number;
  /** Base currency, at mid; at the execution price if that was better than mid, so costs are never negative. */
  readonly valueAtMidMinor: number;
  readonly considerationLocalMinor: number;
  readonly costs: CostParts;
  readonly cumulativeAfter: ChargeBasis;
}

/** Returns values and costs of a fill; cash changes by `cashDeltaMinor(side, valueMinor, costs)`. */
export function fillCosts(fill: FillToCost, rates: ChargeRates): CostedFill {
  const perEurLocal = perEurMicroOf(rates.perEurMicro, fill.listing.currency);
  const perEurBase = perEurMicroOf(rates.perEurMicro, fill.currency);
  const valueAt = (priceMicro: number) => baseValueMinor(fill.quantityMicro, priceMicro, perEurLocal, perEurBase);
  const valueMinor = valueAt(fill.priceMicro);
  const valueAtMidMinor = betterValue(fill.side, valueAt(fill.midMicro), valueMinor);
  const slippageMinor = Math.abs(valueMinor - valueAtMidMinor);
  const touchMinor = valueAt(fill.touchMicro);
  // If the touch is better than mid (in an auction or a crossed quote), there is no half-spread; the cost is impact
  // then.
  const halfSpreadMinor = Math.max(
    0,
    fill.side === 'buy' ? touchMinor - valueAtMidMinor : valueAtMidMinor - touchMinor,
  );
  const spreadMinor = Math.min(slippageMinor, halfSpreadMinor);

  const considerationLocalMinor = localValueMinor(fill.quantityMicro, fill.priceMicro);
  const cumulativeAfter = {
    considerationLocalMinor: fill.cumulativeBefore.considerationLocalMinor + considerationLocalMinor,
    valueMinor: fill.cumulativeBefore.valueMinor + valueMinor,
  };
  const before = explicitCharges(fill.cumulativeBefore, fill, rates);
  const after = explicitCharges(cumulativeAfter, fill, rates);
  const costs = costParts(
    after.commissionMinor - before.commissionMinor,
    spreadMinor,
    slippageMinor - spreadMinor,
    after.fxMinor - before.fxMinor,
    after.transactionTaxMinor - before.transactionTaxMinor,
  );
  return { valueMinor, valueAtMidMinor, considerationLocalMinor, costs, cumulativeAfter };
}

/** Returns the better value: the lower one for a buyer, the higher one for a seller. */
function betterValue(side: Side, a: number, b: number): number {
  return side === 'buy' ? Math.min(a, b) : Math.max(a, b);
}
