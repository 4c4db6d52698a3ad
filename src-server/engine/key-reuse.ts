/**
 * Of a request whose idempotency key has its answer already: what it asks for, held against the request that was answered
 * first (decision L131). The answer does not depend on it. It travels as lines, so that secrets can be taken out of it as out
 * of every other text of the journal.
 */

export interface KeyReuse {
  /** What the first request started. */
  readonly rebalanceId: string;
  /** Empty: it asks for the same. */
  readonly differences: readonly RequestDifference[];
}

interface RequestDifference {
  /** JSON pointer into the body; `/portfolio_id` is the portfolio of the path. */
  readonly pointer: string;
  /** Canonical JSON, cut where it is long; `null`: it was not there. */
  readonly stored: string | null;
  readonly sent: string | null;
}

/** Of each difference three lines, which are never broken: its texts are printable. */
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

/** As the end of a sentence: `/target_weights/DE0007164600 (0.6, now 1)`. */
export function describeDifferences({ differences }: KeyReuse): string {
  return differences
    .map(({ pointer, stored, sent }) => `${pointer} (${stored ?? 'nothing'}, now ${sent ?? 'nothing'})`)
    .join(', ');
}
