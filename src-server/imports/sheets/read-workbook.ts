/**
 * Reads one sheet of a workbook (.xlsx) as text with commas, whose lines and columns are the rows and columns of the
 * sheet. Computes nothing.
 */
import { CFB, read, type WorkBook } from '@e965/xlsx';
import type { SourceFile } from '../source-file.ts';
import { type ReadSheet, sheetText } from './sheet-text.ts';
import { unpackWorkbook } from './unpack-workbook.ts';

type Opened = Omit<SourceFile, 'name'>;

/** `wanted`: the name of a sheet; `null`: the only visible one with cells. */
export async function readWorkbook(file: string, bytes: Uint8Array, wanted: string | null): Promise<Opened> {
  const unpacked = await unpackWorkbook(bytes);
  if (!unpacked.ok) return unread(unpacked.issue);
  const { parts } = unpacked;
  const workbook = openWorkbook(parts, wanted);
  if (typeof workbook === 'string') return unread(`is a damaged workbook (${workbook})`);
  const sheets = sheetsOf(workbook);
  const chosen = chooseSheet(sheets, wanted);
  const names = sheets.map(({ name }) => name);
  if ('issue' in chosen)
    return { ...unread(chosen.issue), sheet: { name: null, names, isStored: () => false }, notes: [] };
  const read = sheetText(chosen.sheet, workbook.Workbook?.WBProps?.date1904 === true);
  const sheet = { name: chosen.sheet.name, names, isStored: read.isStored };
  if (read.issue !== null) return { ...unread(read.issue), sheet };
  return { text: read.text, sheet, notes: notesOf(file, sheets, chosen.sheet, read) };
}

function unread(issue: string): Opened {
  return { text: '', issue };
}

/** The part of the library that writes archives. */
interface Archives {
  readonly utils: {
    cfb_new(options: { readonly root: string }): object;
    cfb_add(archive: object, path: string, contents: Buffer): void;
  };
  write(archive: object, options: { readonly fileType: 'zip'; readonly type: 'buffer' }): Buffer;
}
const archives: Archives = CFB;

/**
 * Passes the library an uncompressed archive of the parts that were unpacked within bounds, because the library itself
 * unpacks any archive without bounds. Returns the reason if there is no workbook.
 */
function openWorkbook(parts: ReadonlyMap<string, Buffer>, wanted: string | null): WorkBook | string {
  const archive = archives.utils.cfb_new({ root: 'R' });
  for (const [path, contents] of parts) archives.utils.cfb_add(archive, `/${path}`, contents);
  try {
    return read(archives.write(archive, { fileType: 'zip', type: 'buffer' }), {
      type: 'buffer',
      dense: true,
      cellFormula: true,
      cellHTML: false,
      cellNF: true,
      cellText: false,
      // The library reports hidden rows and columns only together with the style of every cell, which takes long.
      cellStyles: [...parts].some(([path, xml]) => path.includes('worksheets/') && xml.includes('hidden=')),
      // Without it, a formula without a stored value has no cell.
      sheetStubs: true,
      ...(wanted === null ? {} : { sheets: wanted }),
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface WorkbookSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** `null` if the sheet has no cells, was not requested, or could not be read. */
  readonly cells: ReadSheet | null;
}

function sheetsOf({ SheetNames: names, Sheets, Workbook }: WorkBook): WorkbookSheet[] {
  return names.map((name, index) => {
    const sheet = Sheets[name] as ReadSheet | undefined;
    const isHidden = (Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
    return { name, isHidden, cells: sheet?.['!data']?.some((row) => row !== undefined) ? sheet : null };
  });
}

type ChosenSheet = { readonly sheet: WorkbookSheet & { readonly cells: ReadSheet } } | { readonly issue: string };

function chooseSheet(sheets: readonly WorkbookSheet[], wanted: string | null): ChosenSheet {
  const there = listed(sheets);
  if (wanted !== null) {
    const plain = (name: string) => name.trim().toLowerCase();
    const found = sheets.find(({ name }) => plain(name) === plain(wanted));
    if (found === undefined)
      return { issue: `has no sheet “${wanted}”: there ${sheets.length === 1 ? 'is' : 'are'} ${there}` };
    return withCells(found) ?? { issue: `has no cells in the sheet “${found.name}”` };
  }
  const filled = sheets.flatMap((sheet) => (sheet.isHidden ? [] : (withCells(sheet) ?? [])));
  const [only] = filled;
  if (only === undefined)
    return { issue: `has no cells in a visible sheet: there ${sheets.length === 1 ? 'is' : 'are'} ${there}` };
  return filled.length === 1 ? only : { issue: `has several sheets; choose one (--sheet): ${there}` };
}

function withCells(sheet: WorkbookSheet) {
  const { cells } = sheet;
  return cells === null ? null : { sheet: { ...sheet, cells } };
}

const SHEETS_SHOWN = 40;

function listed(sheets: readonly WorkbookSheet[]): string {
  const named = sheets.slice(0, SHEETS_SHOWN).map(({ name, isHidden }) => `“${name}”${isHidden ? ' (hidden)' : ''}`);
  const more = sheets.length > SHEETS_SHOWN ? ` and ${sheets.length - SHEETS_SHOWN} more` : '';
  return `${named.join(', ')}${more}`;
}

/** Notes about contents that a reader of the workbook may not expect. */
function notesOf(
  file: string,
  sheets: readonly WorkbookSheet[],
  { name }: WorkbookSheet,
  { hiddenRows, hiddenColumns }: { readonly hiddenRows: number; readonly hiddenColumns: number },
): string[] {
  const others = sheets.filter((sheet) => sheet.name !== name);
  const hidden = [
    hiddenRows === 0 ? null : `${hiddenRows} hidden ${hiddenRows === 1 ? 'row' : 'rows'}`,
    hiddenColumns === 0 ? null : `${hiddenColumns} hidden ${hiddenColumns === 1 ? 'column' : 'columns'}`,
  ].filter((part) => part !== null);
  return [
    ...(others.length === 0 ? [] : [`${file}: the sheet “${name}” is read; the others are not: ${listed(others)}.`]),
    ...(hidden.length === 0 ? [] : [`${file}: ${hidden.join(' and ')} of “${name}” are read like all others.`]),
  ];
}
