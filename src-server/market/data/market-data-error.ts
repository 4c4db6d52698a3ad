/** The error of invalid market data: every issue, with its file and JSON pointer. */

export interface MarketDataIssue {
  /** File name, e.g. `instruments.json`. */
  readonly file: string;
  /** JSON pointer (RFC 6901) of the invalid value; empty for the whole document. */
  readonly pointer: string;
  readonly issue: string;
}

export class MarketDataError extends Error {
  readonly issues: readonly MarketDataIssue[];

  constructor(issues: readonly MarketDataIssue[]) {
    super(`market data has ${issues.length} issue(s):\n${issues.map(formatIssue).join('\n')}`);
    this.name = 'MarketDataError';
    this.issues = issues;
  }
}

/** Formats a JSON pointer from path segments. */
export function jsonPointer(segments: readonly PropertyKey[]): string {
  return segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function formatIssue({ file, pointer, issue }: MarketDataIssue): string {
  return `${file} ${pointer === '' ? '(whole file)' : pointer}: ${issue}`;
}
