/**
 * Computes how a cost grows with a number of things. Each figure is compared with the previous one, scaled by n log n,
 * so a ratio of at most one means that the cost grew no faster. A constant cost improves the first ratios; in the last
 * one it is negligible.
 */
import { type Figure, interleave } from '../figure.ts';

export interface Growth {
  /** Ascending. */
  readonly counts: readonly number[];
  readonly rounds: number;
  readonly unit: string;
  readonly nameOf: (count: number) => string;
  readonly costOf: (count: number) => number | Promise<number>;
}

export async function growthFigures({ counts, rounds, unit, nameOf, costOf }: Growth): Promise<Figure[]> {
  const costs = await interleave(rounds, Object.fromEntries(counts.map((count) => [count, () => costOf(count)])));
  return counts.map((count, index) => {
    const value = costs[count] as number;
    const figure = { name: nameOf(count), value, unit };
    const before = counts[index - 1];
    if (before === undefined) return { ...figure, reference: null, goal: null };
    const growth = (count * Math.log(count)) / (before * Math.log(before));
    const grown = (costs[before] as number) * growth;
    return {
      ...figure,
      reference: { what: `line above × ${growth.toPrecision(3)}, its n log n`, value: grown },
      goal: { text: '≤ n log n', met: value <= grown },
    };
  });
}
