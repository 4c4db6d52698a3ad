/**
 * Schemas of the small tables: `fx.json`, `tick-sizes.json`, `transaction-taxes.json`, `tax-methods.json` and
 * `gains-tax.json`.
 */

import { z } from 'zod';
import { LOT_METHODS } from '../../domain/lots/lot.ts';
import type { MarketData, TransactionTax } from '../data/market-data.ts';
import { country, currencyValue, instrumentType, microAmount } from '../data/market-scalars.ts';
import { datedRates } from './dated-rate.ts';

const volatility = z.number().min(0).max(2);
const foreignVolatilities = { GBP: volatility, CHF: volatility, SEK: volatility, DKK: volatility, NOK: volatility };

/** `fx.json`. */
export const fxFile = z
  .strictObject({
    note: z.string(),
    per_eur: z.record(currencyValue, microAmount),
    annual_volatility: z.strictObject({ ...foreignVolatilities, USD: volatility }),
    minor_unit_digits: z.record(currencyValue, z.literal(2)),
  })
  .refine((file) => file.per_eur.EUR === 1_000_000, { path: ['per_eur', 'EUR'], error: 'expected 1' })
  .transform((file): MarketData['fx'] => ({
    perEurMicro: file.per_eur,
    annualVolatility: { EUR: 0, ...file.annual_volatility },
    minorUnitDigits: file.minor_unit_digits,
  }));

/** `tick-sizes.json`. */
export const tickSizesFile = z
  .strictObject({
    note: z.string(),
    ladder: z.array(microAmount),
    floors: z.array(z.number().min(0)).refine(isAscending, 'expected ascending floors, the first 0'),
    bands_by_daily_trades: z.array(z.number().min(0)).length(6).refine(isAscending, 'expected six ascending floors'),
  })
  .refine((file) => file.ladder.length === file.floors.length + 5, {
    path: ['ladder'],
    error: 'expected five more entries than floors (six bands)',
  })
  .transform((file): MarketData['tickSizes'] => ({
    ladderMicro: file.ladder,
    floorsMicro: file.floors.map((floor) => Math.round(floor * 1_000_000)),
    bandsByDailyTrades: file.bands_by_daily_trades,
  }));

const tax = z
  .strictObject({
    code: z.string().min(1),
    name: z.string().min(1),
    side: z.enum(['buy', 'both']),
    rates: datedRates,
    applies: z.string().optional(),
    jurisdiction: country.optional(),
    rounding: z.strictObject({
      increment: z.union([z.literal(0.01), z.literal(0.05)]),
      currency: currencyValue,
      mode: z.literal('half_up'),
    }),
    exempt: z.array(instrumentType),
    also_inside: z.array(z.string()).optional(),
    /** The law that imposes the tax, for readers of the file. */
    law: z.string().min(1).optional(),
  })
  .transform(
    (t): TransactionTax => ({
      code: t.code,
      name: t.name,
      side: t.side,
      rates: t.rates,
      rounding: {
        incrementMinor: t.rounding.increment === 0.05 ? 5 : 1,
        currency: t.rounding.currency,
        mode: t.rounding.mode,
      },
      exempt: t.exempt,
      chargedInside: t.also_inside ?? null,
      jurisdiction: t.jurisdiction ?? null,
    }),
  );

/** `transaction-taxes.json` as a list of taxes. */
export const transactionTaxesFile = z
  .strictObject({ note: z.string(), taxes: z.array(tax) })
  .transform((file): readonly TransactionTax[] => file.taxes);

const taxMethod = z.enum(LOT_METHODS);

/** `tax-methods.json`. */
export const taxMethodsFile = z
  .strictObject({
    note: z.string(),
    defaults: z.record(country, taxMethod),
    fallback: taxMethod,
    matching: z.record(
      country,
      z.strictObject({
        method: taxMethod,
        sale_method: z.enum(['section_104', 'section_581']),
        /** The law that contains the rule, and when it was read there, for readers of the file. */
        law: z.string().min(1),
        source: z.url(),
        read: z.string().min(1),
      }),
    ),
    no_specific_id: z.array(country),
  })
  .transform((file): MarketData['taxMethods'] => ({
    defaults: new Map(Object.entries(file.defaults)),
    fallback: file.fallback,
    matching: new Map(
      Object.entries(file.matching).map(([of, { method, sale_method: saleMethod }]) => [of, { method, saleMethod }]),
    ),
    noSpecificId: file.no_specific_id,
  }));

/** `gains-tax.json`. */
export const gainsTaxFile = z
  .strictObject({ note: z.string(), rates: z.record(country, datedRates) })
  .transform((file): MarketData['gainsTaxRates'] => new Map(Object.entries(file.rates)));

function isAscending(values: readonly number[]): boolean {
  return values[0] === 0 && values.every((value, index) => index === 0 || value > (values[index - 1] as number));
}
