/**
 * What an import reads: the text of a file and its name. A sheet of a workbook is text, too. Also the collectors of what
 * is said of places in it.
 */
import type { Encoding } from '../contract/control/imports/decode-text.ts';
import type { ImportIssue } from '../contract/control/imports/import-report.ts';

export interface SourceFile {
  /** Without its folder; instruments of files with one price column are found by it. */
  readonly name: string;
  readonly text: string;
  /** How it was decoded; UTF-8 where nothing is said. */
  readonly encoding?: Encoding | undefined;
  /** Where the text is a sheet of a workbook, or would be one. */
  readonly sheet?: SourceSheet;
  /** Why there is no text; it is empty then. */
  readonly issue?: string;
  /** What has to be said of how it was opened, as sentences. */
  readonly notes?: readonly string[];
}

interface SourceSheet {
  /** `null` where none was chosen. */
  readonly name: string | null;
  /** All sheets of the workbook. */
  readonly names: readonly string[];
  /** Line and column, from 1: whether a number or a date stands there, and no text that looks like one. */
  isStored(line: number, column: number): boolean;
}

/** Whoever decoded a text as something else than UTF-8 may be wrong; a workbook has more than the sheet that is read. */
export function noteOpened(files: readonly SourceFile[], { notes }: ImportIssues): void {
  for (const { name, encoding = 'utf-8', notes: own = [] } of files) {
    if (encoding !== 'utf-8') notes.add(`${name} is read as ${ENCODING_NAMES[encoding]}.`);
    for (const note of own) notes.add(note);
  }
}

const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/** Issues make the whole import fail; what is left out is only reported. Both in the order in which they are found. */
export interface ImportIssues {
  readonly issues: ImportIssue[];
  readonly leftOut: ImportIssue[];
  readonly notes: Set<string>;
}

export function newFindings(): ImportIssues {
  return { issues: [], leftOut: [], notes: new Set() };
}

/** A cell of a table: `column` counts from 1, and is 0 for a whole line. */
export interface CellPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly name: string;
}

export function lineOf(file: string, line: number): CellPlace {
  return { file, line, column: 0, name: '' };
}
