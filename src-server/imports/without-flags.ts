/** Removes the command line's flags, which texts of imports have in brackets, from what a server responds. */
import type { PortfolioImportReport, PriceImportReport } from '../contract/control/imports/import-report.ts';

const FLAGS = / \(--[^)]*\)/g;

export function withoutFlags(text: string): string {
  return text.replaceAll(FLAGS, '');
}

export function reportWithoutFlags<Report extends PriceImportReport | PortfolioImportReport>(report: Report): Report {
  const withoutIts = <Place extends { readonly issue: string }>(place: Place): Place => ({
    ...place,
    issue: withoutFlags(place.issue),
  });
  return {
    ...report,
    issues: report.issues.map(withoutIts),
    left_out: report.left_out.map(withoutIts),
    notes: report.notes.map(withoutFlags),
    files: report.files.map((file) => ({
      ...file,
      first_rows: file.first_rows.map((row) => ({ ...row, remarks: row.remarks.map(withoutFlags) })),
    })),
  };
}
