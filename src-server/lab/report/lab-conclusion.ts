/**
 * Summarises a lab run of one portfolio in sentences: the compromise, the frontier, beaten policies, and differing
 * returns. Pure.
 */
import { LAB_MEASURES } from '../../contract/control/lab/lab-measures.ts';
import type { LabDifference, LabPolicyResult, LabPortfolioResult } from '../../contract/control/lab/lab-runs.ts';
import { formatDifference, formatDifferenceInterval, formatMeasure, formatWhole } from './lab-format.ts';

type Measured = Readonly<{ policy: string; isOnFrontier: boolean; drift: number; cost: number }>;

const DRIFT = measureOf('mean_drift');
const COST = measureOf('total_costs_bps');
const RETURN = measureOf('return_after_liquidation');
const BY_CHANCE = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const AND = new Intl.ListFormat('en-GB');

/**
 * One thought for each element, the most important first; a single one if no life is over. `taxes`: gains are taxed.
 */
export function labConclusion({ policies, differences, currency }: LabPortfolioResult, taxes: boolean): string[] {
  const measured = policies.flatMap(measuredOf).sort((one, other) => one.drift - other.drift || one.cost - other.cost);
  const best = measured.filter(({ isOnFrontier }) => isOnFrontier);
  const beaten = measured.filter(({ isOnFrontier }) => !isOnFrontier);
  const [closest] = best;
  const cheapest = best.at(-1);
  if (closest === undefined || cheapest === undefined)
    return ['No path is complete under every policy, so there is no conclusion.'];
  const figures = ({ policy, drift, cost }: Measured) =>
    `${policy} (${formatMeasure(drift, DRIFT, currency)}, ${formatMeasure(cost, COST, currency)} a year)`;
  return [
    pointOf(best, { closest, cheapest }, comparer(differences, currency)),
    ...(best.length > 1
      ? [
          `In order from least mean portfolio drift to lowest costs and gains tax, the policies that no other policy beats in both are ${AND.format(best.map(figures))}.`,
        ]
      : []),
    ...beaten.map((each) => `${figures(each)} ${beatenBy(betterThan(each, best, differences))}.`),
    ...(taxes && best.length > 1
      ? [
          `Gains tax that ${cheapest.policy} has not paid by the end is deferred, not saved: the return after liquidation includes it.`,
        ]
      : []),
    ...returnSentence(differences, currency),
  ];
}

interface Ends {
  readonly closest: Measured;
  readonly cheapest: Measured;
}

/**
 * The recommendation. Of three or more policies on the frontier it is the compromise: the one with the least sum of
 * drift and cost, each as a share of the distance between the two ends.
 */
function pointOf(best: readonly Measured[], { closest, cheapest }: Ends, comparison: Comparer): string {
  if (best.every(({ drift, cost }) => drift === closest.drift && cost === closest.cost))
    return `${AND.format(best.map(({ policy }) => policy))} ${best.length === 1 ? 'has' : 'have'} both the least drift and the lowest costs and gains tax.`;
  const middle = best.filter((each) => each !== closest && each !== cheapest);
  const distanceOf = ({ drift, cost }: Measured) =>
    (drift - closest.drift) / (cheapest.drift - closest.drift) +
    (cost - cheapest.cost) / (closest.cost - cheapest.cost);
  const [compromise] = middle.toSorted((one, other) => distanceOf(one) - distanceOf(other));
  if (compromise === undefined || distanceOf(compromise) >= 1)
    return `${closest.policy} has the least drift; ${cheapest.policy} ${comparison(cheapest, closest)}.`;
  return `${compromise.policy} is the best compromise: it ${comparison(compromise, closest)}, which drifts least; ${cheapest.policy} ${comparison(cheapest, compromise)}. ${COMPROMISE}`;
}

const COMPROMISE =
  'Drift and cost are each scaled from 0, the best policy, to 1, the worst. The best compromise has the smallest sum of the two.';

type Comparer = (one: Measured, other: Measured) => string;

/** `costs 9.1 bps a year less and drifts 0.40 points more than Monthly`, with a note on the part that may be chance. */
function comparer(differences: readonly LabDifference[], currency: string): Comparer {
  return (one, other) => {
    const saved = formatDifference(other.cost - one.cost, COST, currency);
    const drift = formatDifference(one.drift - other.drift, DRIFT, currency);
    const caveat = (name: string) =>
      isSignificant(differences, [one.policy, other.policy], name) === false ? ' (not significant)' : '';
    return `costs ${saved} less per year${caveat(COST.name)} and has ${drift} more drift${caveat(DRIFT.name)} than ${other.policy}`;
  };
}

/** Whether two policies differ by more than chance, in either order; undefined if they were not compared. */
function isSignificant(
  differences: readonly LabDifference[],
  pair: readonly [string, string],
  name: string,
): boolean | undefined {
  const found = differences.find(({ policy, against }) => pair.includes(policy) && pair.includes(against));
  return found?.measures.find((each) => each.name === name)?.is_significant;
}

function measuredOf({ policy, measures, on_frontier: isOnFrontier }: LabPolicyResult): Measured[] {
  const drift = measures.find(({ name }) => name === DRIFT.name)?.mean;
  const cost = measures.find(({ name }) => name === COST.name)?.mean;
  return drift === undefined || cost === undefined ? [] : [{ policy, isOnFrontier, drift, cost }];
}

/** Policies with at most its drift and at most its costs, both by more than chance. */
function betterThan(
  { policy, drift, cost }: Measured,
  best: readonly Measured[],
  differences: readonly LabDifference[],
): string[] {
  return best
    .filter((each) => each.drift <= drift && each.cost <= cost)
    .filter((each) =>
      [DRIFT, COST].every(({ name }) => isSignificant(differences, [policy, each.policy], name) === true),
    )
    .map((each) => each.policy);
}

function beatenBy(better: readonly string[]): string {
  if (better.length > 0) return `is worse in both than ${AND.format(better)}`;
  return 'is not among them, but none of them is significantly better in both measures (95 %)';
}

function returnSentence(differences: readonly LabDifference[], currency: string): string[] {
  const pairs = differences.flatMap(({ policy, against, measures }) => {
    const found = measures.find(({ name }) => name === RETURN.name);
    return found === undefined ? [] : [{ policy, against, ...found }];
  });
  const sure = pairs.filter((pair) => pair.is_significant);
  const [largest] = sure.toSorted((one, other) => Math.abs(other.mean) - Math.abs(one.mean));
  if (pairs.length === 0) return [];
  const of = formatWhole(pairs.length);
  if (largest === undefined)
    return [`In return after liquidation, none of ${of} pairs of policies differs significantly (95 %).`];
  const { policy, against, mean, ci_low: low, ci_high: high } = largest;
  const comparative = mean < 0 ? 'less' : 'more';
  const size = formatDifference(Math.abs(mean), RETURN, currency);
  const interval = low === null || high === null ? '' : ` (95 %: ${sizesBetween(low, high, currency)})`;
  return [
    `In return after liquidation, ${formatWhole(sure.length)} of ${of} pairs of policies ${sure.length === 1 ? 'differs' : 'differ'} significantly (95 %). Chance alone would produce about ${BY_CHANCE.format(pairs.length / 20)}.`,
    `The largest difference: ${policy} returns ${size} a year ${comparative} than ${against}${interval}.`,
  ];
}

/** The ends of an interval that excludes 0, as absolute values: `more` or `less` gives the direction. */
function sizesBetween(low: number, high: number, currency: string): string {
  const [least, most] = [Math.abs(low), Math.abs(high)].sort((one, other) => one - other);
  return formatDifferenceInterval(least ?? 0, most ?? 0, RETURN, currency);
}

function measureOf(name: string) {
  return LAB_MEASURES.find((each) => each.name === name) ?? LAB_MEASURES[0];
}
