/**
 * Reads files of imports on a thread, one import after the other: they may need much time and memory, and the server
 * responds to other requests meanwhile.
 */
import type { PricesToRead } from '../../contract/control/imports/import-requests.ts';
import { givenFiles, importOptions } from '../../imports/import-options.ts';
import type { ImportReader, ReadImport } from '../../imports/import-reader.ts';
import { knownMarketOf } from '../../imports/names/known-market.ts';
import type { ImportedPortfolios } from '../../imports/portfolios/import-portfolios.ts';
import type { ImportedPrices } from '../../imports/prices/import-prices.ts';
import type { MarketData } from '../../market/data/market-data.ts';
import { runOnThread, ThreadFailure } from '../../system/run-on-thread.ts';
import { workerFile } from '../../system/worker-file.ts';
import type { ImportTask } from './import-worker.ts';

interface ImportBounds {
  readonly longestMs: number;
  readonly maxHeapMib: number;
}

/** Far more than the largest importable tables need. */
const BOUNDS: ImportBounds = { longestMs: 120_000, maxHeapMib: 3072 };

export function createImportReader(bounds: ImportBounds = BOUNDS): ImportReader {
  let last: Promise<unknown> = Promise.resolve();
  const enqueue = <Result>(task: ImportTask): Promise<ReadImport<Result>> => {
    const reading = last.then(() => readOnThread<Result>(task, bounds));
    last = reading.catch(() => undefined);
    return reading;
  };
  return {
    readPrices: (files, market, options) => enqueue<ImportedPrices>({ kind: 'prices', files, market, options }),
    readPortfolios: (files, market, options) =>
      enqueue<ImportedPortfolios>({ kind: 'portfolios', files, market, options }),
  };
}

/** Shared by this process: its imports run one after the other. */
export const importReader = createImportReader();

/** Reads price files that are part of a request. */
export function readRequestedPrices(wanted: PricesToRead, market: MarketData): Promise<ReadImport<ImportedPrices>> {
  const options = { ...importOptions(wanted), totalReturn: wanted.total_return };
  return importReader.readPrices(givenFiles(wanted), knownMarketOf(market), options);
}

async function readOnThread<Result>(task: ImportTask, bounds: ImportBounds): Promise<ReadImport<Result>> {
  const worker = workerFile('import-worker', import.meta.url);
  try {
    return { ok: true, result: (await runOnThread({ worker, data: task, purpose: 'imports', ...bounds })) as Result };
  } catch (error) {
    const kind = error instanceof ThreadFailure ? error.kind : 'broken';
    if (kind === 'broken') throw error;
    const reason =
      kind === 'late' ? `takes longer than ${bounds.longestMs / 1000} s` : `needs more than ${bounds.maxHeapMib} MiB`;
    const named = task.files.map(({ name }) => name).join(', ');
    return {
      ok: false,
      issue: `${named}: reading it ${reason}; remove what is not needed, or import fewer files at once`,
    };
  }
}
