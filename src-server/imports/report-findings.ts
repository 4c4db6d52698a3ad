/** The parts that the reports of every import share. */
import type { ImportedFile, PriceImportReport, UnknownName } from '../contract/control/imports/import-report.ts';
import type { Findings } from './source-file.ts';

/** Told one by one; the rest is counted. */
const MOST_TOLD = 1000;

export function reportOf(
  { issues, leftOut, notes }: Findings,
  files: readonly ImportedFile[],
  unknown: readonly UnknownName[],
): Omit<PriceImportReport, 'series' | 'new_instruments'> {
  return {
    loaded: false,
    refusal: refusalOf(issues.length, unknown.length),
    files: [...files],
    unknown: [...unknown],
    issues: issues.slice(0, MOST_TOLD),
    issue_count: issues.length,
    left_out: leftOut.slice(0, MOST_TOLD),
    left_out_count: leftOut.length,
    notes: [...notes],
  };
}

function refusalOf(issues: number, unknown: number): string | null {
  if (issues > 0) return issues === 1 ? 'Something cannot be read.' : `${issues} things cannot be read.`;
  if (unknown === 0) return null;
  return unknown === 1 ? 'A name is unknown: map it.' : `${unknown} names are unknown: map them.`;
}

/** Whether it can be loaded: everything was read, and every name is known. */
export function isSound({ issue_count, unknown }: Pick<PriceImportReport, 'issue_count' | 'unknown'>): boolean {
  return issue_count === 0 && unknown.length === 0;
}
