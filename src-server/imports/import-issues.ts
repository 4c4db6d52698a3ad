/** Lists why files cannot be imported, as the details of a refusal, each at its file or name (decision P4). */
import type { PortfolioImportReport, PriceImportReport } from '../contract/control/imports/import-report.ts';
import type { PricesToRead } from '../contract/control/imports/import-requests.ts';
import { placeLabels } from '../contract/control/imports/issue-place.ts';
import { withoutFlags } from './without-flags.ts';

type Report = Pick<PriceImportReport, 'refusal' | 'files' | 'issues' | 'unknown'> &
  Partial<Pick<PortfolioImportReport, 'unknown_types'>>;

/** `at`: pointer to the files and their settings. Returns no details if the report refuses nothing. */
export function importIssues(
  { refusal, files: read, issues, unknown, unknown_types = [] }: Report,
  files: PricesToRead['files'],
  at: string,
) {
  if (refusal === null) return [];
  const details = [
    ...issues.map(({ file, line, column, name, issue }) => {
      const labels = placeLabels(file, read);
      const place = [`${labels.line} ${line}`, labels.columnOf({ column, name })]
        .filter((part) => part !== '')
        .join(', ');
      const index = files.findIndex((each) => each.name === file);
      const field = files[index]?.base64 === undefined ? 'text' : 'base64';
      return { path: `${at}/files/${index}/${field}`, issue: `${place}: ${withoutFlags(issue)}` };
    }),
    ...unknown_types.map(({ type }) => ({ path: `${at}/types`, issue: `does not say what “${type}” does` })),
    ...unknown.map(({ name }) => ({ path: `${at}/mapping`, issue: `does not say what “${name}” stands for` })),
  ];
  return details.length > 0 ? details : [{ path: at, issue: refusal }];
}
