/** The functions of expressions (decision K130). Pure. */
import {
  calculate,
  compare,
  type Exact,
  Exact as ExactNumber,
  isSame,
  show,
  toList,
  toNumber,
  withoutRepeats,
} from './expression-values.ts';
import { CannotFillIn } from './fill-room.ts';

interface ExpressionFunction {
  /** The smallest and the largest number of arguments. */
  readonly takes: readonly [number, number];
  readonly example: string;
  readonly does: string;
  readonly of: (args: readonly unknown[]) => unknown;
}

/** The function that gets its argument unevaluated. */
export const PRESENT = 'present';

const ZERO = new ExactNumber(0);

export const FUNCTIONS: Readonly<Record<string, ExpressionFunction>> = {
  sum: ofList('sum(plan/orders/*/quantity)', 'the sum; 0 of no values', (values) =>
    values.reduce((total: unknown, each) => calculate('+', total, each), ZERO),
  ),
  count: ofList('count(plan/orders)', 'the number of entries', (values) => new ExactNumber(values.length)),
  min: ofSome('min(plan/orders/*/quantity)', 'the smallest', (values) => extreme(values, -1)),
  max: ofSome('max(plan/orders/*/quantity)', 'the largest', (values) => extreme(values, 1)),
  mean: ofSome('mean(view/*/price)', 'the mean', (values) =>
    values.reduce<Exact>((total, each) => total.plus(toNumber(each)), ZERO).dividedBy(values.length),
  ),
  percentile: {
    takes: [2, 2],
    example: 'percentile(drifts, 95)',
    does: 'the given percentile, interpolated between neighbouring values',
    of: ([list, share]) => percentile(some(toList(list), 'percentile').map(toNumber), toNumber(share)),
  },
  unique: ofList('unique(sink/*/id)', 'the list without duplicates', withoutRepeats),
  contains: {
    takes: [2, 2],
    example: "contains(plan/orders/*/isin, 'DE0007164600')",
    does: 'whether a list has the value, or a text has the text',
    of([from, wanted]) {
      if (typeof from === 'string' && typeof wanted === 'string') return from.includes(wanted);
      return toList(from).some((each) => isSame(each, wanted));
    },
  },
  [PRESENT]: {
    takes: [1, 1],
    example: 'present(plan/orders/0)',
    does: 'whether there is such a value',
    of: () => true,
  },
  abs: ofNumber('abs(cash - 5000)', 'the absolute value', (value) => value.absoluteValue()),
  floor: ofNumber('floor(cash / price)', 'rounded down to a whole number', (value) =>
    value.toDecimalPlaces(0, DOWN[value.isNegative() ? 1 : 0]),
  ),
  ceil: ofNumber('ceil(cash / price)', 'rounded up to a whole number', (value) =>
    value.toDecimalPlaces(0, DOWN[value.isNegative() ? 0 : 1]),
  ),
  round: {
    takes: [1, 2],
    example: 'round(cash / 3, 2)',
    does: 'rounded to the given number of decimals (default 0); halves away from 0',
    of: ([value, places]) => toNumber(value).toDecimalPlaces(placesOf(places), ExactNumber.ROUND_HALF_UP),
  },
};

/** Towards 0, and away from it. */
const DOWN = [ExactNumber.ROUND_DOWN, ExactNumber.ROUND_UP] as const;

function ofList(example: string, does: string, of: (values: readonly unknown[]) => unknown): ExpressionFunction {
  return { takes: [1, 1], example, does, of: ([list]) => of(toList(list)) };
}

function ofSome(example: string, does: string, of: (values: readonly unknown[]) => unknown): ExpressionFunction {
  const name = example.slice(0, example.indexOf('('));
  return ofList(example, does, (values) => of(some(values, name)));
}

function ofNumber(example: string, does: string, of: (value: Exact) => Exact): ExpressionFunction {
  return { takes: [1, 1], example, does, of: ([value]) => of(toNumber(value)) };
}

function some<T>(values: readonly T[], name: string): readonly T[] {
  if (values.length === 0) throw new CannotFillIn(`${name} of no values has no result`);
  return values;
}

function extreme(values: readonly unknown[], sign: 1 | -1): unknown {
  return values.reduce((best, each) => (compare(each, best) * sign > 0 ? each : best));
}

function percentile(values: readonly Exact[], share: Exact): Exact {
  if (share.lessThan(0) || share.greaterThan(100))
    throw new CannotFillIn(`percentile takes 0 to 100, not ${show(share)}`);
  const sorted = values.toSorted((one, other) => one.comparedTo(other));
  const place = share.times(sorted.length - 1).dividedBy(100);
  const below = Math.floor(place.toNumber());
  const [low = ZERO, high = low] = [sorted[below], sorted[below + 1]];
  return low.plus(high.minus(low).times(place.minus(below)));
}

const MAX_PLACES = 20;

function placesOf(places: unknown): number {
  const count = places === undefined ? 0 : toNumber(places).toNumber();
  if (!Number.isInteger(count) || count < 0 || count > MAX_PLACES)
    throw new CannotFillIn(`round takes 0 to ${MAX_PLACES} decimals, not ${show(places)}`);
  return count;
}
