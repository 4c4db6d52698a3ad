/** Operations of the control plane: imports the user's own prices and portfolios from files (decision P4). */
import { operations } from '../../openapi/operation.ts';
import { portfolioImportReport, priceImportReport } from './import-report.ts';
import { importPortfoliosRequest, importPricesRequest } from './import-requests.ts';

export const importOperations = operations({
  importPrices: {
    method: 'post',
    path: '/imports/prices',
    tag: 'Market',
    summary: 'Import prices from files',
    description:
      'Reads tables of prices and exchange rates, and Portfolio Performance files, at most 16 MiB in total, and ' +
      'reports what each column was taken for, what was left out and what cannot be read. With `check: false` the ' +
      'prices apply to their listings from now on; either all of them are loaded, or none.',
    source: 'decision P4',
    body: importPricesRequest,
    bodyReading: 'large',
    success: {
      status: 200,
      description: 'Findings of the import, and whether it was loaded.',
      content: [priceImportReport],
    },
  },
  importPortfolios: {
    method: 'post',
    path: '/imports/portfolios',
    tag: 'Portfolios',
    summary: 'Import portfolios from files',
    description:
      'Reads tables of positions or transactions, Flex Queries, Portfolio Performance files and Ghostfolio ' +
      'exports, at most 16 MiB in total, and reports what each column was taken for, what was left out and what ' +
      'cannot be read. With `check: false` the portfolios are created; either all of them, or none.',
    source: 'decision P4',
    body: importPortfoliosRequest,
    bodyReading: 'large',
    success: {
      status: 200,
      description: 'Findings of the import, and whether it was loaded.',
      content: [portfolioImportReport],
    },
  },
});
