/** Writes workbooks part by part, as spreadsheet programs store them, without the library that reads them. */
import { columnLetters } from '../../src-server/contract/control/imports/issue-place.ts';
import { zipFiles } from '../../src-server/system/files/zip-files.ts';

/** A text, a number, a boolean, or parts of a cell as in the file. */
export type SheetCell =
  | string
  | number
  | boolean
  | null
  | {
      /** Number format. */
      readonly format?: string;
      readonly formula?: string;
      /** As stored: digits, or the text of an error or of a string. Without one there is no `v`. */
      readonly stored?: string;
      readonly type?: 'e' | 'str' | 'b';
    };

export interface SheetToWrite {
  readonly name: string;
  readonly rows: readonly (readonly SheetCell[])[];
  readonly isHidden?: boolean;
  /** From 1. */
  readonly hiddenRows?: readonly number[];
  /** Such as `A1:C1`. */
  readonly merged?: readonly string[];
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** An .xlsx file; `from1904`: with days counted from 1904. */
export function workbookFile(sheets: readonly SheetToWrite[], from1904 = false): Promise<Buffer> {
  const formats = [...new Set(sheets.flatMap(({ rows }) => rows.flat().flatMap(formatOf)))];
  const texts = [...new Set(sheets.flatMap(({ rows }) => rows.flat().filter((cell) => typeof cell === 'string')))];
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPES}.sharedStrings+xml"/>${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${sheets.map(({ name, isHidden }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"${isHidden ? ' state="hidden"' : ''}/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rIdA" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rIdB" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts count="${formats.length}">${formats.map((format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(format)}"/>`).join('')}</numFmts><cellXfs count="${formats.length + 1}"><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${MAIN} count="${texts.length}" uniqueCount="${texts.length}">${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  };
  sheets.forEach((sheet, at) => {
    parts[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(sheet, formats, texts);
  });
  return zipFiles(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)]));
}

function formatOf(cell: SheetCell): string[] {
  return typeof cell === 'object' && cell?.format !== undefined ? [cell.format] : [];
}

function sheetXml(
  { rows, hiddenRows = [], merged = [] }: SheetToWrite,
  formats: readonly string[],
  texts: readonly string[],
): string {
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, column) =>
      cellXml(cell, `${columnLetters(column + 1)}${row + 1}`, formats, texts),
    );
    const isHidden = hiddenRows.includes(row + 1);
    return written.join('') === ''
      ? ''
      : `<row r="${row + 1}"${isHidden ? ' hidden="1"' : ''}>${written.join('')}</row>`;
  });
  const merges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return `<worksheet ${MAIN}><sheetData>${lines.join('')}</sheetData>${merges === '' ? '' : `<mergeCells>${merges}</mergeCells>`}</worksheet>`;
}

function cellXml(cell: SheetCell, place: string, formats: readonly string[], texts: readonly string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${texts.indexOf(cell)}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  const { format, formula, stored, type } = cell;
  const style = format === undefined ? '' : ` s="${formats.indexOf(format) + 1}"`;
  const parts = [
    formula === undefined ? '' : `<f>${escaped(formula)}</f>`,
    stored === undefined ? '' : `<v>${escaped(stored)}</v>`,
  ];
  return `<c r="${place}"${style}${type === undefined ? '' : ` t="${type}"`}>${parts.join('')}</c>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Days from the first one of each system to a date; Excel counts a 29 February 1900 that did not exist. */
export function dayNumber(date: string, from1904 = false): number {
  return Math.round(
    (Date.parse(`${date}T00:00:00Z`) - Date.UTC(from1904 ? 1904 : 1899, from1904 ? 0 : 11, from1904 ? 1 : 30)) /
      86_400_000,
  );
}
