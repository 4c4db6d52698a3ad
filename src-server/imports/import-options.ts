/** Options of a request for reading files (decision P4). */
import type { ImportPortfoliosRequest, PricesToRead } from '../contract/control/imports/import-requests.ts';
import type { GivenFile } from './sheets/open-files.ts';

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

export function givenFiles({ files }: Pick<PricesToRead, 'files'>): GivenFile[] {
  return files.map(({ name, text = '', encoding, base64, sheet = null }) =>
    base64 === undefined ? { name, text, encoding } : { name, bytes: Buffer.from(base64, 'base64'), sheet },
  );
}
