/** Collects the target of each ISIN from the rows of a portfolio, of which a lot may be sold, and refuses two of one ISIN. */
import type { ImportIssues } from '../source-file.ts';
import type { Movement } from './statement.ts';

type TargetRow = Pick<Movement, 'portfolio' | 'weight' | 'place'> & { readonly isin: string };

/** By `targetOf`. The rows of an ISIN may repeat its target or leave it out; another one is an issue. */
export function targetWeights(rows: readonly TargetRow[], { issues }: ImportIssues): Map<string, number> {
  const found = new Map<string, number>();
  for (const row of rows) {
    const { weight, isin, place } = row;
    const before = found.get(targetOf(row)) ?? weight;
    if (weight === null || before === null) continue;
    found.set(targetOf(row), before);
    if (weight === before) continue;
    const issue = `has the target ${percentOf(weight)}, but another row of ${isin} has ${percentOf(before)}; an ISIN can have only one target`;
    issues.push({ ...place, issue });
  }
  return found;
}

export function targetOf({ portfolio, isin }: Pick<TargetRow, 'portfolio' | 'isin'>): string {
  return `${portfolio}\0${isin}`;
}

/** `weight`: a share of 1. */
export function percentOf(weight: number): string {
  return `${Math.round(weight * 1e6) / 1e4}\u202f%`;
}
