/** Saves lines as a CSV file for spreadsheets, with the decimal sign of the settings. */
import { usePreferences } from '../../state/preferences-store.ts';
import { fileName, saveFile } from '../layout/save-file.ts';
import { withDecimalSign } from './table-text.ts';

/** Text that a spreadsheet would read as a formula; signed numbers are not included. */
const FORMULA = /^(?:[=@\t\r]|[+-](?![\d.,]))/;

export async function saveCsv(title: string, lines: readonly (readonly string[])[]): Promise<void> {
  await saveLines(`${fileName(title)}.csv`, lines);
}

/** Saves a CSV file of the service, which has commas and decimal points, in the format of the settings. */
export async function saveServedCsv(name: string, served: string): Promise<void> {
  const { default: Papa } = await import('papaparse');
  await saveLines(name, Papa.parse<string[]>(served, { delimiter: ',', skipEmptyLines: true }).data);
}

async function saveLines(name: string, lines: readonly (readonly string[])[]): Promise<void> {
  const { default: Papa } = await import('papaparse');
  const { decimalSign } = usePreferences.getState();
  const delimiter = decimalSign === ',' ? ';' : ',';
  const text = Papa.unparse(withDecimalSign(lines, decimalSign), { delimiter, escapeFormulae: FORMULA });
  // The byte order mark makes Excel read it as UTF-8.
  saveFile(name, `\ufeff${text}\r\n`, 'text/csv');
}
