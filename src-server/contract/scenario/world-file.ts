/**
 * The initial contents of a world, as a file: its own market, portfolios of both forms in the form of requests, webhook
 * endpoints, and settings of accounts, exchanges, prices and faults as for the control plane.
 */
import { z } from 'zod';
import { accountId, changeAccountBody } from '../control/accounts/accounts.ts';
import { changeExchangeBody } from '../control/market/exchange-control.ts';
import { createFault } from '../control/market/faults.ts';
import { createMarketEvent, createPin } from '../control/market/market-control.ts';
import { newPortfolioA, newPortfolioB } from '../control/portfolios/new-portfolio.ts';
import { createWebhook } from '../control/webhooks/webhooks.ts';
import { dividendsMode } from '../fields/dividends-mode.ts';
import { mic } from '../fields/fields.ts';
import { seriesEntry } from '../fields/inline-series.ts';
import { settlementMode } from '../fields/settlement.ts';
import { customMarket } from './custom-market.ts';

const alias = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'is not a name of lower-case letters, digits and underscores')
  .describe('Name by which scenario steps refer to the portfolio: `${name}`.');

export const portfolioEntry = z.discriminatedUnion('form', [
  newPortfolioA.extend({ as: alias.optional() }),
  newPortfolioB.extend({ as: alias.optional() }),
]);

const endpoint = createWebhook
  .extend({ as: alias.optional().describe('Name by which scenario steps refer to its identifier: `${name}`.') })
  .meta({ id: 'WorldWebhook', description: 'A webhook endpoint that exists from the beginning.' });

export const worldContents = z.strictObject({
  portfolios: z
    .array(portfolioEntry)
    .max(10_000)
    .default([])
    .describe('Portfolios of both forms, in the form in which requests create them.'),
  webhooks: z.array(endpoint).max(100).default([]).describe('Webhook endpoints.'),
  ...customMarket,
  dividends: dividendsMode.optional(),
  series: z
    .array(seriesEntry)
    .max(1000)
    .default([])
    .describe(
      'Prices of listings: CSV files (decision L15), relative to this file, their text, or the prices themselves.',
    ),
  pins: z.array(createPin).max(1000).default([]).describe('Pinned mids and exchange rates.'),
  exchanges: z.record(mic, changeExchangeBody).default({}).describe('Changed settings of exchanges, by MIC.'),
  market_events: z.array(createMarketEvent).max(1000).default([]).describe('Market events.'),
  faults: z.array(createFault).max(1000).default([]).describe('Faults that are active from the beginning.'),
  settlement: settlementMode.optional(),
  accounts: z
    .record(accountId, changeAccountBody)
    .default({})
    .describe('Accounts, by identifier; accounts that do not exist yet are created.'),
});
export type WorldContents = z.infer<typeof worldContents>;

/** A file for `--fixture`. */
export const worldFile = worldContents.extend({
  description: z.string().optional(),
});
