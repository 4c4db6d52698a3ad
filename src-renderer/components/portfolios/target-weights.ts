/** Target weights of a form: their sum, and scaling to 100 %. Counts in millionths of a percent, so 100 % is exact. */
import type { NumberText } from '../forms/number-text.ts';
import type { TargetDraft } from './portfolio-draft.ts';

/** In percent; a value that is not a number counts as 0. */
export function percentSum(targets: readonly { readonly percent: NumberText }[]): number {
  return targets.reduce((sum, { percent }) => sum + Math.round(numberOf(percent) * UNITS), 0) / UNITS;
}

/** In the same proportions, in basis points, with a sum of exactly 100 %. If all are 0, they become equal shares. */
export function normalised(targets: readonly TargetDraft[]): TargetDraft[] {
  const parts = targets.map(({ percent }) => Math.max(0, numberOf(percent)));
  return inProportion(targets, parts);
}

/** `AZN from 40 % to 41.88 %, IWDA from …`, if they leave something to cash and are scaled to 100 %; otherwise null. */
export function scaledText(targets: readonly TargetDraft[], symbolOf: (isin: string) => string): string | null {
  const sum = percentSum(targets);
  if (sum <= 0 || sum >= 100 - SUM_TOLERANCE) return null;
  const after = normalised(targets);
  const moves = targets.map(
    ({ isin, percent }, index) =>
      `${symbolOf(isin)} from ${numberOf(percent)}\u202f% to ${after[index]?.percent ?? 0}\u202f%`,
  );
  const more = moves.length - MAX_SCALED;
  return more > 0 ? `${moves.slice(0, MAX_SCALED).join(', ')} and ${more} more` : moves.join(', ');
}

const MAX_SCALED = 8;

/** In basis points; the remainder goes to the first rows. */
export function equalWeights(targets: readonly TargetDraft[]): TargetDraft[] {
  const parts = targets.map(() => 0);
  return inProportion(targets, parts);
}

/** The service's tolerance for a sum above 100 %, in percent (decision G1). */
export const SUM_TOLERANCE = 0.1;

const UNITS = 1_000_000;
const WHOLE_BPS = 10_000;

/** Rounds down, and distributes the remainder, one basis point each, to the rows that lost most by rounding. */
function inProportion(targets: readonly TargetDraft[], parts: readonly number[]): TargetDraft[] {
  const sum = parts.reduce((total, part) => total + part, 0);
  const wanted = parts.map((part) => (sum > 0 ? (part / sum) * WHOLE_BPS : WHOLE_BPS / parts.length));
  const floors = wanted.map((bps) => Math.floor(bps + 1e-9));
  const left = WHOLE_BPS - floors.reduce((sum, bps) => sum + bps, 0);
  const order = wanted
    .map((bps, index) => ({ index, lost: bps - (floors[index] ?? 0) }))
    .sort((one, other) => other.lost - one.lost || one.index - other.index);
  for (const { index } of order.slice(0, left)) floors[index] = (floors[index] ?? 0) + 1;
  return targets.map((row, index) => ({ ...row, percent: (floors[index] ?? 0) / 100 }));
}

export function numberOf(text: NumberText): number {
  return typeof text === 'number' && Number.isFinite(text) ? text : 0;
}
