/**
 * The synthetic depth of a listing: levels one tick apart from the touch on, each with a seeded share of a day's volume
 * that grows with the distance. A pure function of the second; has no state.
 */
import { drawUniform, type StreamKey, streamKey } from '../../kernel/streams.ts';
import type { MarketData } from '../data/market-data.ts';
import { listingLiquidity } from '../prices/liquidity.ts';
import type { VolumeFactor } from '../prices/overlaid-volumes.ts';
import { createTickTable } from '../prices/tick-size.ts';

/** Price in millionths of the listing's currency, quantity in millionths of a share. */
export interface LadderLevel {
  readonly priceMicro: number;
  readonly quantityMicro: number;
}

export interface LadderPlace {
  readonly isin: string;
  readonly mic: string;
  /** Side of the order that would take the levels: a buy takes the asks. */
  readonly side: 'buy' | 'sell';
}

/** Returns levels best first, at most as many as the data says; fewer if prices would fall below one tick. */
type DepthLadder = (place: LadderPlace, touchMicro: number, instantMs: number) => readonly LadderLevel[];

/** Throws RangeError for an unknown ISIN or venue. */
export function createDepthLadder(seed: number, data: MarketData, volumeFactor: VolumeFactor): DepthLadder {
  const ticks = createTickTable(data.tickSizes);
  const keys = new Map<string, StreamKey>();
  const keyOf = (name: string): StreamKey => {
    const key = keys.get(name) ?? streamKey(seed, 'market.depth', name);
    keys.set(name, key);
    return key;
  };
  const { depthLevels, depthShare } = data.simulation;
  return ({ isin, mic, side }, touchMicro, instantMs) => {
    const instrument = data.instruments.get(isin);
    if (instrument === undefined) throw new RangeError(`unknown instrument ${isin}`);
    const { band, dailyVolume } = listingLiquidity(data, instrument, mic);
    const key = keyOf(`${isin}:${mic}:${side}`);
    const second = Math.floor(instantMs / 1000);
    const defaultShares = dailyVolume * depthShare * volumeFactor(isin, instantMs);
    const levels: LadderLevel[] = [];
    let priceMicro = side === 'buy' ? ticks.ceilToTick(touchMicro, band) : ticks.floorToTick(touchMicro, band);
    for (let level = 0; level < depthLevels && priceMicro > 0; level += 1) {
      // Half to one and a half times the usual quantity, which grows by half of the first level with every tick.
      const noise = 0.5 + drawUniform(key, second * depthLevels + level);
      const shares = defaultShares * (1 + level / 2) * noise;
      levels.push({ priceMicro, quantityMicro: Math.max(1, Math.round(shares * 1_000_000)) });
      // Below a floor of the table ticks are smaller: for falling prices, the tick is that of the lower range.
      if (side === 'buy') priceMicro += ticks.tickMicro(priceMicro, band);
      else priceMicro -= ticks.tickMicro(priceMicro - 1, band);
    }
    return levels;
  };
}
