/**
 * The tick grid of MiFID II RTS 11: a ladder of tick sizes by price range and liquidity band, for every currency alike.
 * Prices and ticks are integer millionths. Contains the table; does not know an instrument's band.
 */
import type { MarketData } from '../data/market-data.ts';

export interface TickTable {
  /** Returns the tick of a price (above zero) in a band from 1, least liquid, to 6; RangeError for another band. */
  tickMicro(priceMicro: number, band: number): number;
  /** Returns the highest price on the grid that is not above the given one, at least one tick. */
  floorToTick(priceMicro: number, band: number): number;
  /** Returns the lowest price on the grid that is not below the given one. */
  ceilToTick(priceMicro: number, band: number): number;
}

/** Creates the table of `tick-sizes.json`: `tick(row, band) = ladder[row + 6 - band]`. */
export function createTickTable(tickSizes: MarketData['tickSizes']): TickTable {
  const { ladderMicro, floorsMicro } = tickSizes;

  function tickMicro(priceMicro: number, band: number): number {
    if (!(band >= 1 && band <= 6)) throw new RangeError(`no liquidity band ${band}`);
    let row = floorsMicro.length - 1;
    while (row > 0 && (floorsMicro[row] as number) > priceMicro) row -= 1;
    return ladderMicro[row + 6 - band] as number;
  }

  return {
    tickMicro,
    floorToTick(priceMicro, band) {
      const tick = tickMicro(priceMicro, band);
      return Math.max(1, Math.floor(priceMicro / tick)) * tick;
    },
    // Every floor of the table is on the grids of both ranges it divides, so rounding up never leaves the grid.
    ceilToTick(priceMicro, band) {
      const tick = tickMicro(priceMicro, band);
      return Math.max(1, Math.ceil(priceMicro / tick)) * tick;
    },
  };
}
