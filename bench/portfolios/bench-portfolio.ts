/** Creates portfolios of Form B for benchmarks, with the given number of positions, drawn from all listings. */
import { createPortfolioB } from '../../src-server/engine/commands/portfolios/create-portfolio-b.ts';
import { DEFAULT_ACCOUNT } from '../../src-server/engine/world.ts';
import { drawUint32, streamKey } from '../../src-server/kernel/streams.ts';
import type { TestWorld } from '../../test/support/make-world.ts';

/** The listings of all instruments except the test instruments. */
export function tradedListings({ market }: TestWorld['world']): { isin: string; exchange: string }[] {
  return [...market.instruments.values()]
    .filter(({ isin }) => !market.fates.has(isin))
    .flatMap(({ isin, listings: mics }) => mics.map((exchange) => ({ isin, exchange })));
}

/**
 * Returns its identifier. It has at most `maxShares` of each instrument; all targets are equal and leave 5 % in cash.
 */
export function addPortfolio(
  { world }: TestWorld,
  number: number,
  { positions, maxShares }: { readonly positions: number; readonly maxShares: number },
): string {
  const key = streamKey(1, 'bench.portfolio', String(number));
  const listings = tradedListings(world);
  const first = drawUint32(key, 0) % listings.length;
  const holdings = Array.from({ length: positions }, (_, index) => ({
    ...(listings[(first + index * 3) % listings.length] as { isin: string; exchange: string }),
    quantity: 1 + (drawUint32(key, index + 1) % maxShares),
  }));
  const isins = [...new Set(holdings.map(({ isin }) => isin))];
  const weight = Math.floor((0.95 / isins.length) * 1e4) / 1e4;
  const created = createPortfolioB(world, DEFAULT_ACCOUNT, {
    external_id: `bench-${number}`,
    currency: 'EUR',
    tax_wrapper: 'Depot',
    holdings,
    targets: isins.map((isin) => ({ isin, weight })),
    cash: 1000,
  });
  if (!created.ok) throw new Error(created.message);
  return created.value.portfolioId;
}
