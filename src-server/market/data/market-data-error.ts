/** The one error of faulty market data: it carries every fault found, each with its file and JSON pointer. */

export interface MarketDataIssue {
  /** File name, e.g. `instruments.json`. */
  readonly file: string;
  /** JSON pointer (RFC 6901) of the faulty value; empty for the whole document. */
  readonly pointer: string;
  readonly issue: string;
}

export class MarketDataError extends Error {
  readonly faults: readonly MarketDataIssue[];

  constructor(faults: readonly MarketDataIssue[]) {
    super(`market data has ${faults.length} fault(s):\n${faults.map(formatFault).join('\n')}`);
    this.name = 'MarketDataError';
    this.faults = faults;
  }
}

/** A JSON pointer from path segments. */
export function jsonPointer(segments: readonly PropertyKey[]): string {
  return segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function formatFault(fault: MarketDataIssue): string {
  return `${fault.file} ${fault.pointer === '' ? '(whole file)' : fault.pointer}: ${fault.issue}`;
}
