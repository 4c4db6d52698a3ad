/** The port to the reader of import files, which runs outside of the caller's thread. */
import type { KnownMarket } from './names/known-market.ts';
import type { ImportedPortfolios, PortfolioImportOptions } from './portfolios/import-portfolios.ts';
import type { ImportedPrices, PriceImportOptions } from './prices/import-prices.ts';
import type { GivenFile } from './sheets/open-files.ts';

/** Without a result, `issue` is a sentence that says why, and what to do. */
export type ReadImport<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly issue: string };

export interface ImportReader {
  readPrices(
    files: readonly GivenFile[],
    market: KnownMarket,
    options: PriceImportOptions,
  ): Promise<ReadImport<ImportedPrices>>;
  readPortfolios(
    files: readonly GivenFile[],
    market: KnownMarket,
    options: PortfolioImportOptions,
  ): Promise<ReadImport<ImportedPortfolios>>;
}
