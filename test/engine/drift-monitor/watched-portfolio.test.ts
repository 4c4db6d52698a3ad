/** The estimate of a drift that the monitor screens with. */
import { expect, test } from 'vitest';
import { pinPrice } from '../../../src-server/engine/commands/market/pin-price.ts';
import { ListingPrices } from '../../../src-server/engine/drift-monitor/listing-prices.ts';
import { estimateDrift, watchedPortfolio } from '../../../src-server/engine/drift-monitor/watched-portfolio.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import { ALLIANZ, addPortfolio, closeWorldsAfterEach, openTestWorld, SAP } from '../execution/exchange-world.ts';

closeWorldsAfterEach();

test('an estimated drift weighs cash like securities, in the currency of the portfolio', () => {
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
  // 10 at 100.00 and 3 000.00 of cash are a quarter; the target is 0.6.
  const { maxDrift, heaviest } = estimateDrift(watched, prices);
  expect(heaviest).toBeCloseTo(0.25, 9);
  expect(maxDrift).toBeCloseTo(0.35, 9);
});

test('each target is compared with its own holding', () => {
  const opened = openTestWorld(3, TEST_START_MS);
  const { world } = opened;
  for (const isin of [SAP, ALLIANZ]) pinPrice(world, { isin, mid: 100, currency: 'EUR' });
  const holdings = [SAP, ALLIANZ].map((isin) => ({ isin, exchange: 'XETR', quantity: 10 }));
  const targets = [
    { isin: SAP, weight: 0.6 },
    { isin: ALLIANZ, weight: 0.35 },
  ];
  const portfolioId = addPortfolio(opened, { holdings, cash: 0, targets });
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null) throw new Error('was just made');
  const prices = new ListingPrices(world);
  const watched = watchedPortfolio(
    portfolio,
    world.portfolios.positions(portfolioId),
    world.portfolios.targets(portfolioId),
    prices,
  );
  prices.moveTo(world.kernel.nowMs, 60_000);
  // Both are a half: 0.1 below the one and 0.15 above the other.
  expect(estimateDrift(watched, prices).maxDrift).toBeCloseTo(0.15, 9);
});
