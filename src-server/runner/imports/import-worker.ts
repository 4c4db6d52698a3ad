/** The thread side of `import-thread.ts`: reads the files of one import. Entry of a worker. */
import { parentPort, workerData } from 'node:worker_threads';
import type { KnownMarket } from '../../imports/names/known-market.ts';
import { importPortfolios, type PortfolioImportOptions } from '../../imports/portfolios/import-portfolios.ts';
import { importPrices, type PriceImportOptions } from '../../imports/prices/import-prices.ts';
import { type GivenFile, openFiles } from '../../imports/sheets/open-files.ts';

export type ImportTask = {
  readonly files: readonly GivenFile[];
  readonly market: KnownMarket;
} & (
  | { readonly kind: 'prices'; readonly options: PriceImportOptions }
  | { readonly kind: 'portfolios'; readonly options: PortfolioImportOptions }
);

const task = workerData as ImportTask;
const files = await openFiles(task.files);
parentPort?.postMessage(
  task.kind === 'prices'
    ? importPrices(files, task.market, task.options)
    : importPortfolios(files, task.market, task.options),
);
