/**
 * Splits a statement whose rows begin with the name of their section and their kind: `Trades,Header,…` and
 * `Trades,Data,…`. Each header begins a table, whose cells retain their columns and lines; sums are not read.
 */
import { countOf } from '../../domain/numbers/count-of.ts';
import { type ImportIssues, lineOf, newFindings, type SourceFile } from '../source-file.ts';
import { readTable } from '../tables/read-table.ts';
import { tableLayoutOf } from './broker-layouts.ts';
import { type PortfolioTable, tableOfText } from './portfolio-table.ts';

const ROW = /^"?([^",;\t]+)"?([,;\t])"?(Header|Data|SubTotal|Total|Notes)"?(?:[,;\t]|$)/i;

export function isSectioned(text: string): boolean {
  const firstRow = ROW.exec(
    text
      .replace(/^\uFEFF/, '')
      .trimStart()
      .split('\n', 1)[0] ?? '',
  );
  return firstRow?.[3]?.toLowerCase() === 'header';
}

interface Section {
  readonly name: string;
  readonly delimiter: string;
  /** Lines of the header, and of the rows of data, from 1. */
  readonly header: Lines;
  readonly rows: Lines[];
}

interface Lines {
  readonly from: number;
  readonly until: number;
}

/**
 * Returns sections with a known layout. Each other section is reported, and so is a statement without a known section.
 */
export function readSections(file: SourceFile, findings: ImportIssues): PortfolioTable[] {
  const lines = file.text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const { sections, sums } = sectionsOf(lines);
  if (sums > 0)
    findings.notes.add(
      `${file.name}: ${countOf(sums, 'row')} with totals of other rows ${sums === 1 ? 'is' : 'are'} not read.`,
    );
  const tables = sections.flatMap((section) => tableOf(file, lines, section, findings));
  if (tables.length === 0 && findings.issues.length === 0) {
    const known = 'is a statement with unknown sections; export it in English, with its trades';
    findings.issues.push({ ...lineOf(file.name, 1), issue: known });
  }
  return tables;
}

function tableOf(
  file: SourceFile,
  lines: readonly string[],
  section: Section,
  findings: ImportIssues,
): PortfolioTable[] {
  const { name, delimiter, header, rows } = section;
  const [first] = rows;
  if (first === undefined) return [];
  const headers = (lines[header.from - 1] ?? '').split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  if (tableLayoutOf(headers) === null) {
    const issue = `begins a part of the section “${name}” (rows: ${rows.length}), which is not a known layout`;
    findings.leftOut.push({ ...lineOf(file.name, first.from), issue });
    return [];
  }
  const numbers = [header, ...rows].flatMap(({ from, until }) => range(from, until));
  const lineAt = (line: number) => numbers[line - 1] ?? header.from;
  const own = newFindings();
  const text = numbers.map((line) => lines[line - 1] ?? '').join('\n');
  const table = readTable({ ...file, text }, { delimiter, isHeader: (cell) => headers.includes(cell) }, own);
  for (const each of own.issues) findings.issues.push({ ...each, line: lineAt(each.line) });
  if (table === null) return [];
  return [tableOfText({ ...table, rows: table.rows.map((row) => ({ ...row, line: lineAt(row.line) })) })];
}

function sectionsOf(lines: readonly string[]): { sections: Section[]; sums: number } {
  const sections: Section[] = [];
  const latest = new Map<string, Section>();
  let sums = 0;
  for (const { from, until } of recordsOf(lines)) {
    const found = ROW.exec(lines[from - 1] ?? '');
    const [name, delimiter, kind] = [found?.[1] ?? '', found?.[2] ?? ',', found?.[3]?.toLowerCase()];
    if (kind === 'header') {
      const section = { name, delimiter, header: { from, until }, rows: [] };
      sections.push(section);
      latest.set(name, section);
    } else if (kind === 'data') latest.get(name)?.rows.push({ from, until });
    else if (kind !== undefined) sums += 1;
  }
  return { sections, sums };
}

/** A record continues while a quotation mark is open at the end of a line. */
function recordsOf(lines: readonly string[]): Lines[] {
  const records: Lines[] = [];
  let from = 1;
  let isOpen = false;
  lines.forEach((line, index) => {
    if ((line.split('"').length - 1) % 2 === 1) isOpen = !isOpen;
    if (isOpen) return;
    records.push({ from, until: index + 1 });
    from = index + 2;
  });
  return records;
}

function range(from: number, until: number): number[] {
  return Array.from({ length: until - from + 1 }, (_unused, index) => from + index);
}
