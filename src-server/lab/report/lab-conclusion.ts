/** What a lab run came to on one portfolio, in sentences: the frontier, what is beaten, and which returns differ. Pure. */
import { LAB_MEASURES } from '../../contract/control/lab/lab-measures.ts';
import type { LabDifference, LabPolicyResult, LabPortfolioResult } from '../../contract/control/lab/lab-runs.ts';
import { formatCount } from '../../sweep/format-figure.ts';
import { formatInterval, formatMeasure } from './lab-format.ts';

type Measured = Readonly<{ policy: string; isOnFrontier: boolean; drift: number; cost: number }>;

const DRIFT = measureOf('mean_drift');
const COST = measureOf('total_costs_bps');
const RETURN = measureOf('return_after_liquidation');
const BY_CHANCE = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const AND = new Intl.ListFormat('en-GB');

/** One sentence for each element; a single one where no life is over. */
export function labConclusion({ policies, differences, currency }: LabPortfolioResult): string[] {
  const measured = policies.flatMap(measuredOf).sort((one, other) => one.drift - other.drift);
  if (measured.length === 0) return ['No simulation is complete, so there is no conclusion.'];
  const best = measured.filter(({ isOnFrontier }) => isOnFrontier);
  const beaten = measured.filter(({ isOnFrontier }) => !isOnFrontier);
  const figures = ({ policy, drift, cost }: Measured) =>
    `${policy} (${formatMeasure(drift, DRIFT, currency)}, ${formatMeasure(cost, COST, currency)} a year)`;
  return [
    `No other policy has both less mean portfolio drift and lower costs than ${AND.format(best.map(figures))}.`,
    ...beaten.map((each) => `${figures(each)} is worse in both than ${AND.format(betterThan(each, best))}.`),
    ...returnSentence(differences, currency),
  ];
}

function measuredOf({ policy, measures, on_frontier: isOnFrontier }: LabPolicyResult): Measured[] {
  const drift = measures.find(({ name }) => name === DRIFT.name)?.mean;
  const cost = measures.find(({ name }) => name === COST.name)?.mean;
  return drift === undefined || cost === undefined ? [] : [{ policy, isOnFrontier, drift, cost }];
}

/** At most its drift and at most its costs. */
function betterThan({ drift, cost }: Measured, best: readonly Measured[]): string[] {
  return best.filter((each) => each.drift <= drift && each.cost <= cost).map(({ policy }) => policy);
}

function returnSentence(differences: readonly LabDifference[], currency: string): string[] {
  const pairs = differences.flatMap(({ policy, against, measures }) => {
    const found = measures.find(({ name }) => name === RETURN.name);
    return found === undefined ? [] : [{ policy, against, ...found }];
  });
  const sure = pairs.filter((pair) => pair.is_significant);
  const [largest] = sure.toSorted((one, other) => Math.abs(other.mean) - Math.abs(one.mean));
  if (pairs.length === 0) return [];
  const of = formatCount(pairs.length);
  if (largest === undefined)
    return [`None of ${of} pairs of policies differs in its return after liquidation at a confidence of 95 %.`];
  const { policy, against, mean, ci_low: low, ci_high: high } = largest;
  const word = mean < 0 ? 'less' : 'more';
  const size = formatMeasure(Math.abs(mean), RETURN, currency).replace(/ %$/, ' points');
  const interval = low === null || high === null ? '' : ` (95 %: ${formatInterval(low, high, RETURN, currency)})`;
  return [
    `${formatCount(sure.length)} of ${of} pairs of policies ${sure.length === 1 ? 'differs' : 'differ'} in return after liquidation at a confidence of 95 %, at which about ${BY_CHANCE.format(pairs.length / 20)} would by chance alone. The most: ${policy} returns ${size} a year ${word} than ${against}${interval}.`,
  ];
}

function measureOf(name: string) {
  return LAB_MEASURES.find((each) => each.name === name) ?? LAB_MEASURES[0];
}
