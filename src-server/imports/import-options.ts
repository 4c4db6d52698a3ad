/** How files are to be read, of a request (decision P4). */
import type { ImportPortfoliosRequest, PricesToRead } from '../contract/control/imports/import-requests.ts';

export function importOptions(request: PricesToRead | ImportPortfoliosRequest) {
  const {
    mapping,
    columns,
    dates = null,
    decimal = null,
    delimiter = null,
    currency = null,
    exchange = null,
    stale_rates: staleRates,
  } = request;
  return { mapping, columns, dates, decimal, delimiter, currency, exchange, staleRates };
}
