/** The rules of lots and gains for a portfolio: its jurisdiction, its method, its tax rate and its tax days. */

import type { LotMethod } from '../../domain/lots/lot.ts';
import {
  isGainsTaxed,
  jurisdictionOfWrapper,
  type LotMethodChoice,
  lotMethodFor,
} from '../../domain/lots/tax-terms.ts';
import { formatDay } from '../../domain/lots/tax-year.ts';
import type { DayOf } from '../../domain/lots/trade.ts';
import { localDay } from '../../market/calendar/time-zone.ts';
import type { MarketData } from '../../market/data/market-data.ts';
import { rateOn } from '../../market/rates/dated-rate.ts';
import { taxTermsOf } from '../planning/take-market-snapshot.ts';
import type { PortfolioRecord } from '../records.ts';

type Rules = Pick<MarketData, 'taxMethods' | 'gainsTaxRates'>;

/** Form A states its jurisdiction; for Form B it follows from the wrapper. */
export function jurisdictionOf(portfolio: PortfolioRecord): string | null {
  return portfolio.form === 'A' ? portfolio.taxJurisdiction : jurisdictionOfWrapper(portfolio.taxWrapper);
}

export function lotMethodOf(
  { taxMethods }: Rules,
  portfolio: PortfolioRecord,
  override: LotMethod | null,
): LotMethodChoice {
  return lotMethodFor(jurisdictionOf(portfolio), override, taxMethods);
}

/** Returns the headline rate on a net gain on a tax day, 0 to 1; 0 inside wrappers in which gains are not taxed. */
export function gainsTaxRate({ gainsTaxRates }: Rules, portfolio: PortfolioRecord, day: number): number {
  const rates = gainsTaxRates.get(jurisdictionOf(portfolio) ?? '');
  if (rates === undefined || !isGainsTaxed(taxTermsOf(portfolio).wrapper)) return 0;
  return rateOn(rates, formatDay(day)).ratePpm / 1e6;
}

/** Returns days by the local time of each jurisdiction that has an exchange here, by UTC elsewhere. */
export function createTaxDays({ exchanges }: Pick<MarketData, 'exchanges'>): (portfolio: PortfolioRecord) => DayOf {
  const zoneNames = new Map([...exchanges.values()].map(({ country, timeZone }) => [country, timeZone]));
  return (portfolio) => {
    const zoneName = zoneNames.get(jurisdictionOf(portfolio) ?? '') ?? 'UTC';
    return (instantMs) => localDay(zoneName, instantMs);
  };
}
