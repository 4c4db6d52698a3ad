/** Schema of `instruments.json`, parsed into `Instrument`. Checks against other files are in `market-checks.ts`. */
import { z } from 'zod';
import { isIsin } from '../../domain/identifiers/isin.ts';
import type { Instrument } from './market-data.ts';
import { country, currencyValue, instrumentType, microAmount, micValue, positive } from './market-scalars.ts';

/** One entry of `instruments.json`. */
export const instrumentEntry = z
  .strictObject({
    isin: z.string().refine(isIsin, 'expected an ISIN with a correct check digit'),
    name: z.string().min(1),
    symbol: z.string().min(1),
    type: instrumentType,
    issuer_country: country,
    sector: z.string().min(1),
    currency: currencyValue,
    reference_price: microAmount,
    annual_volatility: positive.max(2),
    market_beta: z.number().min(-3).max(3),
    average_daily_volume: positive.max(1e9),
    spread_bps: positive.max(1000),
    listings: z.array(micValue).min(1),
    primary_exchange: micValue,
    pea_eligible: z.boolean(),
    buyer_taxes: z.array(z.string()),
  })
  .transform(
    (i): Instrument => ({
      isin: i.isin,
      name: i.name,
      symbol: i.symbol,
      type: i.type,
      issuerCountry: i.issuer_country,
      sector: i.sector,
      currency: i.currency,
      referencePriceMicro: i.reference_price,
      annualVolatility: i.annual_volatility,
      marketBeta: i.market_beta,
      averageDailyVolume: i.average_daily_volume,
      spreadBps: i.spread_bps,
      listings: i.listings,
      primaryExchange: i.primary_exchange,
      peaEligible: i.pea_eligible,
      buyerTaxes: i.buyer_taxes,
    }),
  );

/** `instruments.json` as a list of instruments. */
export const instrumentsFile = z
  .strictObject({ note: z.string(), instruments: z.array(instrumentEntry).min(1) })
  .transform((file): readonly Instrument[] => file.instruments);
