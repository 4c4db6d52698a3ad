/** The figures of a benchmark, and how they are taken: medians of interleaved rounds, because machines are noisy. */

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The bare work measured in the same run, in the same unit. */
  readonly reference: { readonly what: string; readonly value: number } | null;
  readonly goal: Goal | null;
}

/** A condition in words, and whether it was met. */
export interface Goal {
  readonly text: string;
  readonly met: boolean;
}

/** Runs every work once per round, A B A B …, and returns the median of each over all rounds. */
export async function interleave<K extends string>(
  rounds: number,
  works: Readonly<Record<K, () => number | Promise<number>>>,
): Promise<Record<K, number>> {
  const taken = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(works) as [K, () => number | Promise<number>][]) {
      taken.set(name, [...(taken.get(name) ?? []), await work()]);
    }
  }
  return Object.fromEntries([...taken].map(([name, values]) => [name, median(values)])) as Record<K, number>;
}

/** Returns the value in the middle; the lower of the two for an even number. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the smallest value that at least `share` (0 to 1) of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
