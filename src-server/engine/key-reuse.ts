/**
 * Compares a request whose idempotency key already has a response with the request that got it first (decision L131).
 * The response does not depend on the result. It is passed as lines, so that secrets can be redacted as in every other
 * text of the journal.
 */

export interface KeyReuse {
  /** The rebalance that the first request started. */
  readonly rebalanceId: string;
  /** Empty: both requests are equal. */
  readonly differences: readonly RequestDifference[];
}

interface RequestDifference {
  /** JSON pointer into the body; `/portfolio_id` is the portfolio of the path. */
  readonly pointer: string;
  /** Canonical JSON, cut if long; `null`: the field was absent. */
  readonly stored: string | null;
  readonly sent: string | null;
}

/** Writes three lines per difference, which are never broken: its texts are printable. */
export function writeKeyReuse({ rebalanceId, differences }: KeyReuse): string {
  const lines = differences.flatMap(({ pointer, stored, sent }) => [pointer, stored ?? '', sent ?? '']);
  return [rebalanceId, ...lines].join('\n');
}

export function readKeyReuse(text: string): KeyReuse {
  const [rebalanceId = '', ...lines] = text.split('\n');
  const differences = Array.from({ length: Math.floor(lines.length / 3) }, (_, index) => {
    const [pointer = '', stored = '', sent = ''] = lines.slice(index * 3, index * 3 + 3);
    return { pointer, stored: stored === '' ? null : stored, sent: sent === '' ? null : sent };
  });
  return { rebalanceId, differences };
}

/** Formats differences as the end of a sentence: `/target_weights/DE0007164600 (0.6, now 1)`. */
export function describeDifferences({ differences }: KeyReuse): string {
  return differences
    .map(({ pointer, stored, sent }) => `${pointer} (${stored ?? 'nothing'}, now ${sent ?? 'nothing'})`)
    .join(', ');
}
