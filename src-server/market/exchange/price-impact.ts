/**
 * The impact of our own trading on our prices: the square-root law on our recent net flow, which halves with every
 * half-life. `PriceModel`, which all other clients observe, does not contain it.
 */

import type { MarketData } from '../data/market-data.ts';
import { listingLiquidity } from '../prices/liquidity.ts';
import type { PriceModel } from '../prices/price-model.ts';

/** Net purchases of a listing (bought less sold) in millionths of a share, as weighted at an instant. */
export interface TradedFlow {
  readonly netMicro: number;
  readonly asOfMs: number;
}

export const NO_FLOW: TradedFlow = { netMicro: 0, asOfMs: 0 };

/**
 * Returns the flow as weighted at a later instant, in whole millionths, so that engines whose `exp` differ still agree.
 */
export function decayedFlow({ netMicro, asOfMs }: TradedFlow, halfLifeMs: number, nowMs: number): TradedFlow {
  if (netMicro === 0 || nowMs <= asOfMs) return { netMicro, asOfMs: Math.max(asOfMs, nowMs) };
  return { netMicro: Math.round(netMicro * Math.exp((-Math.LN2 * (nowMs - asOfMs)) / halfLifeMs)), asOfMs: nowMs };
}

/** Adds shares that are traded now to the flow. */
export function addToFlow(flow: TradedFlow, side: 'buy' | 'sell', quantityMicro: number): TradedFlow {
  return { ...flow, netMicro: flow.netMicro + (side === 'buy' ? quantityMicro : -quantityMicro) };
}

/**
 * Returns Y · σ_daily · √(net shares ÷ daily volume) as a share of the price: how much worse the price is for a side. 0
 * if our trading went the other way, so that nobody gains by moving a price first.
 */
export function impactShare(
  data: MarketData,
  prices: Pick<PriceModel, 'dailyVolatility'>,
  { isin, mic }: { readonly isin: string; readonly mic: string },
  side: 'buy' | 'sell',
  { netMicro }: TradedFlow,
): number {
  const instrument = data.instruments.get(isin);
  if (instrument === undefined) throw new RangeError(`unknown instrument ${isin}`);
  const adverseMicro = side === 'buy' ? netMicro : -netMicro;
  if (adverseMicro <= 0) return 0;
  const { dailyVolume } = listingLiquidity(data, instrument, mic);
  const rootShare = Math.sqrt(adverseMicro / 1_000_000 / dailyVolume);
  return data.simulation.impactCoefficient * prices.dailyVolatility(isin) * rootShare;
}
