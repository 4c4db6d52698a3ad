/** The sum of target weights and what is missing to the whole, in words and tone. */
import { formatWeight } from '../../../components/format/format-number.ts';
import type { TargetDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { percentSum } from '../../../components/portfolios/target-weights.ts';

/** The tolerance of the service for what is more than the whole, in percent (decision G1). */
const TOLERANCE = 0.1;

export function WeightSum({ targets }: { readonly targets: readonly TargetDraft[] }) {
  const sum = percentSum(targets);
  const missing = 100 - sum;
  const isOver = missing < -TOLERANCE;
  return (
    <output className="editor-sum" aria-label="Sum of the targets">
      <strong className={isOver ? 'fail' : ''}>{formatWeight(sum / 100)} %</strong>{' '}
      <span className={isOver ? 'fail' : 'muted'}>
        {isOver
          ? `▲ ${formatWeight(-missing / 100)} % too much`
          : Math.abs(missing) <= 1e-6
            ? 'whole, nothing left for cash'
            : missing < 0
              ? 'within the tolerance'
              : `${formatWeight(missing / 100)} % missing: stays cash`}
      </span>
    </output>
  );
}
