/** The target of cash: the rest that the targets of a pasted text leave, and how that differs from the text. Pure. */
import { formatPercent, plural } from '../../../../components/format/format-number.ts';
import { checkWeight, type PastedTarget } from './pasted.ts';

/** A share of 1; null if nothing has a target. */
export function cashTarget(targets: readonly PastedTarget[]): number | null {
  const sum = sumOf(targets.map(({ weight }) => weight));
  return sum > 0 ? leftBy(sum) : null;
}

/** `lost`: the weights of rows with issues; `stated`: the target of cash in the text, null if it has none. */
export function cashTargetRemarks(
  targets: readonly PastedTarget[],
  { lost, stated }: { readonly lost: readonly number[]; readonly stated: number | null },
): string[] {
  const becomes = cashTarget(targets);
  if (becomes === null) return [];
  const lostSum = sumOf(lost);
  const before = stated ?? leftBy(sumOf(targets.map(({ weight }) => weight)) + lostSum);
  if (lostSum > 0) {
    const [what, go] = lost.length === 1 ? ['The target', 'goes'] : ['The targets', 'go'];
    const rows = plural(lost.length, 'row');
    return [
      `${what} of ${rows} with errors, ${formatPercent(lostSum)}, ${go} to cash: its target becomes ${formatPercent(becomes)} instead of ${formatPercent(before)}.`,
    ];
  }
  if (leftBy(1 - before) === becomes) return [];
  return [
    `The target of cash becomes ${formatPercent(becomes)} instead of ${formatPercent(before)}, which is what the other targets leave.`,
  ];
}

/** The weights in `weights` that are no longer there. */
export function lostWeights(weights: readonly unknown[], retained: readonly PastedTarget[]): number[] {
  const open = retained.map(({ weight }) => weight);
  return weights.flatMap((weight) => {
    if (typeof weight !== 'number' || !('value' in checkWeight(weight)) || weight === 0) return [];
    const at = open.indexOf(weight);
    if (at < 0) return [weight];
    open.splice(at, 1);
    return [];
  });
}

function sumOf(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** Without floating-point noise. */
function leftBy(sum: number): number {
  return Math.max(0, Number((1 - sum).toFixed(6)));
}
