/** Whether files are of prices or of portfolios, by the service's check. */

import { readChosen } from './chosen-file.ts';
import { EMPTY_IMPORT_DRAFT, sendImport } from './import-draft.ts';

/** Tables with quantities are portfolios, and so are files of Portfolio Performance and of Ghostfolio. */
export async function kindOfFiles(files: readonly File[]): Promise<'prices' | 'portfolios'> {
  const draft = { ...EMPTY_IMPORT_DRAFT, files: await Promise.all(files.map(readChosen)) };
  const report = await sendImport('portfolios', draft, true);
  const isPortfolio = report.files.some(({ layout }) => layout !== 'unknown' && layout !== 'rates');
  return isPortfolio ? 'portfolios' : 'prices';
}
