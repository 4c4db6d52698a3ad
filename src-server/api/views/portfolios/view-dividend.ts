/** A dividend in the terms of the API. */
import type { DividendWire } from '../../../contract/control/portfolios/dividends.ts';
import { fromMicro, fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { type DividendRecord, netMinor } from '../../../engine/dividends/dividend.ts';

export function viewDividend(dividend: DividendRecord, baseCurrency: string): DividendWire {
  return {
    dividend_id: dividend.dividendId,
    portfolio_id: dividend.portfolioId,
    isin: dividend.isin,
    source: dividend.corporateActionId === null ? 'schedule' : 'corporate_action',
    corporate_action_id: dividend.corporateActionId,
    status: dividend.status,
    ex_at: formatInstant(dividend.exMs),
    pay_at: formatInstant(dividend.payMs),
    quantity: fromMicro(dividend.quantityMicro),
    amount: fromMicro(dividend.amountMicro),
    currency: dividend.currency,
    gross: fromMinor(dividend.grossMinor),
    source_country: dividend.sourceCountry,
    withholding_rate: fromMicro(dividend.withholdingPpm),
    withholding_law: dividend.law,
    base_currency: baseCurrency,
    base_gross: money(dividend.paidGrossMinor),
    withholding_tax: money(dividend.taxMinor),
    net: money(netMinor(dividend)),
  };
}

function money(amountMinor: number | null): number | null {
  return amountMinor === null ? null : fromMinor(amountMinor);
}
