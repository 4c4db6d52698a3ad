/**
 * The input of an import: the text of a file and its name. A sheet of a workbook is text, too. Also defines the
 * collectors of issues and notes at places in it.
 */
import type { Encoding } from '../contract/control/imports/decode-text.ts';
import type { ImportIssue } from '../contract/control/imports/import-report.ts';

export interface SourceFile {
  /** Without its folder; names the instrument of a file with one price column. */
  readonly name: string;
  readonly text: string;
  /** How it was decoded; left out: UTF-8. */
  readonly encoding?: Encoding | undefined;
  /** Set if the text is a sheet of a workbook, or should have been one. */
  readonly sheet?: SourceSheet;
  /** Why there is no text; the text is empty then. */
  readonly issue?: string;
  /** Notes about how it was opened, as sentences. */
  readonly notes?: readonly string[];
}

interface SourceSheet {
  /** `null` if none was chosen. */
  readonly name: string | null;
  /** All sheets of the workbook. */
  readonly names: readonly string[];
  /** Whether a number or a date is stored there, instead of a text that looks like one; line and column from 1. */
  isStored(line: number, column: number): boolean;
}

/**
 * Notes the encoding of a text that was not decoded as UTF-8, which may be wrong, and the other sheets of a workbook.
 * Refuses two files of one name, because places in them could not be distinguished.
 */
export function noteOpened(files: readonly SourceFile[], { notes, issues }: ImportIssues): void {
  const names = Map.groupBy(files, ({ name }) => name);
  for (const [name, { length }] of names)
    if (length > 1) issues.push({ ...lineOf(name, 1), issue: `is the name of ${length} files; rename one of them` });
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

/**
 * Issues make the whole import fail; left-out rows are only reported. Both are in the order in which they are found.
 */
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
