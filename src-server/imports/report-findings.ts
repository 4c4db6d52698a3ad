/** The common parts of the reports of all imports. */
import type {
  ImportedFile,
  PortfolioImportReport,
  PriceImportReport,
  UnknownName,
} from '../contract/control/imports/import-report.ts';
import { plainLabel } from '../contract/control/imports/plain-label.ts';
import { type ImportIssues, lineOf } from './source-file.ts';

/** Number of findings that are listed; the others are only counted. */
const MAX_REPORTED = 1000;

export function reportOf(
  { issues, leftOut, notes }: ImportIssues,
  files: readonly ImportedFile[],
  unknown: readonly UnknownName[],
  unknownTypes = 0,
): Omit<PriceImportReport, 'series' | 'new_instruments' | 'new_world'> {
  return {
    loaded: false,
    refusal: refusalOf(issues.length, unknown.length, unknownTypes),
    files: [...files],
    unknown: [...unknown],
    issues: issues.slice(0, MAX_REPORTED).map(withShortIssue),
    issue_count: issues.length,
    left_out: leftOut.slice(0, MAX_REPORTED).map(withShortIssue),
    left_out_count: leftOut.length,
    notes: [...notes].map(shortIssue),
  };
}

/** Longest value in an issue, and longest issue: a cell may have megabytes. */
const [LONGEST_VALUE, LONGEST_ISSUE] = [200, 2000];
const LONG_VALUE = new RegExp(`“([^“”]{${LONGEST_VALUE}})[^“”]+”`, 'gu');

function shortIssue(issue: string): string {
  if (issue.length <= LONGEST_VALUE) return issue;
  const short = issue.replace(LONG_VALUE, '“$1…”');
  return short.length <= LONGEST_ISSUE ? short : `${short.slice(0, LONGEST_ISSUE)}…`;
}

function withShortIssue<T extends { readonly issue: string }>(reported: T): T {
  return { ...reported, issue: shortIssue(reported.issue) };
}

function refusalOf(issues: number, unknown: number, unknownTypes: number): string | null {
  if (issues > 0) return issues === 1 ? 'One entry cannot be read.' : `${issues} entries cannot be read.`;
  if (unknownTypes > 0)
    return unknownTypes === 1
      ? 'One transaction type is unknown; choose its meaning.'
      : `${unknownTypes} transaction types are unknown; choose their meanings.`;
  if (unknown === 0) return null;
  return unknown === 1 ? 'One name is unknown; map it.' : `${unknown} names are unknown; map them.`;
}

/** A header that no file has is a mistake, which would otherwise be silently ignored. */
export function checkHeaders(
  files: readonly ImportedFile[],
  chosen: Readonly<Record<string, string>>,
  findings: ImportIssues,
): void {
  const headers = files.flatMap(({ columns }) => columns.map(({ name }) => name)).filter((name) => name !== '');
  const known = new Set(headers.map(plainLabel));
  const [first] = files;
  if (first === undefined) return;
  for (const header of Object.keys(chosen)) {
    if (known.has(plainLabel(header))) continue;
    const there = headers.length === 0 ? 'no file has a header' : `there are ${listed(headers)}`;
    findings.issues.push({ ...lineOf(first.name, 1), issue: `has no column “${header}”: ${there}` });
  }
}

const HEADERS_SHOWN = 40;

function listed(headers: readonly string[]): string {
  const more = headers.length > HEADERS_SHOWN ? ` and ${headers.length - HEADERS_SHOWN} more` : '';
  return `${headers.slice(0, HEADERS_SHOWN).join(', ')}${more}`;
}

/** Whether it can be loaded: everything was read, and every name is known. */
export function isSound(report: PriceImportReport | PortfolioImportReport): boolean {
  const types = 'unknown_types' in report ? report.unknown_types : [];
  return report.issue_count === 0 && report.unknown.length === 0 && types.length === 0;
}
