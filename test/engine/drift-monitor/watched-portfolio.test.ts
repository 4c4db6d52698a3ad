/** The estimate of a drift that the monitor screens with. */
import { expect, test } from 'vitest';
import { pinPrice } from '../../../src-server/engine/commands/market/pin-price.ts';
import { ListingPrices } from '../../../src-server/engine/drift-monitor/listing-prices.ts';
import { estimateDrift, watchedPortfolio } from '../../../src-server/engine/drift-monitor/watched-portfolio.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import { addPortfolio, closeWorldsAfterEach, openTestWorld, SAP } from '../execution/exchange-world.ts';

closeWorldsAfterEach();

test('an estimated drift weighs cash as it weighs securities, in the currency of the portfolio', () => {
  const opened = openTestWorld(3, TEST_START_MS);
  const { world } = opened;
  pinPrice(world, { isin: SAP, mid: 100, currency: 'EUR' });
  const holdings = [{ isin: SAP, exchange: 'XETR', quantity: 10 }];
  const portfolioId = addPortfolio(opened, { holdings, cash: 3000, targets: [{ isin: SAP, weight: 0.6 }] });
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null) throw new Error('was just made');
  const prices = new ListingPrices(world);
  const [positions, targets] = [world.portfolios.positions(portfolioId), world.portfolios.targets(portfolioId)];
  const watched = watchedPortfolio(portfolio, positions, targets, prices);
  prices.moveTo(world.kernel.nowMs, 60_000);
  // 10 at 100.00 beside 3 000.00 of cash are a quarter; 0.6 is aimed at.
  const { maxDrift, heaviest } = estimateDrift(watched, prices);
  expect(heaviest).toBeCloseTo(0.25, 9);
  expect(maxDrift).toBeCloseTo(0.35, 9);
});
