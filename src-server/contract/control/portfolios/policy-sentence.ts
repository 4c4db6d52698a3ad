/**
 * Describes a policy in a sentence: in the forms of policies, on the page of a lab run and in its report (decision O6).
 * Without schemas, so that a page need not load them. Pure.
 */
import { breachText } from '../../../domain/explain/breach-text.ts';
import { formatList } from '../../../domain/numbers/format-number.ts';
import { parseDuration } from '../../../domain/numbers/instant.ts';
import { BAND_5_25, type DriftBand } from '../../../domain/valuation/drift.ts';
import type { SetPolicy } from './policies.ts';

type Terms = Omit<SetPolicy, 'execute'>;
type Drift = NonNullable<Terms['when'][number]['drift']>;
type Calendar = NonNullable<Terms['when'][number]['calendar']>;

/**
 * A date or a cash flow only triggers outside the band of the plan; a drift that triggers is outside it already. Then
 * every position is traded, unless the goal is the edge of the band. `isConstrained`: constraints of a portfolio may
 * keep its plans from that goal.
 */
export function policySentence(terms: Terms, isConstrained = false): string {
  const due = terms.when.flatMap((condition) => {
    if (condition.calendar !== undefined) return [dateText(condition.calendar)];
    return condition.cash_flow === undefined ? [] : ['at every deposit or withdrawal'];
  });
  const drifts = terms.when.flatMap(({ drift }) =>
    drift === undefined ? [] : [`when ${breachText(bandOf(terms, drift), percent)}`],
  );
  const onDates = due.length === 0 ? [] : [`${eitherOf(due)}, if ${breachText(planBand(terms), percent)}`];
  const reasons = [...onDates, ...new Set(drifts)].join(', or ');
  if (reasons === '') return 'Never trades.';
  return `${reasons.charAt(0).toUpperCase()}${reasons.slice(1)}, ${outcomeText(terms, isConstrained)}.`;
}

function outcomeText({ to, settings = {}, cooldown }: Terms, isConstrained: boolean): string {
  const { drift_threshold: threshold, cost_budget: budget } = settings;
  const own = threshold === undefined ? 'the band' : `the band of ${percent(threshold)}`;
  return [
    to === 'band_edge'
      ? `the positions outside ${own} are traded back to its edge`
      : 'all positions are traded back to their targets',
    ...(isConstrained ? ['as far as constraints allow'] : []),
    ...(budget === undefined ? [] : [`for at most ${budget}\u00a0bps of costs`]),
    ...(cooldown === undefined ? [] : [`with at least ${durationText(cooldown)} between rebalances`]),
  ].join(', ');
}

/** Returns the band that a plan needs if no drift triggered it. */
function planBand({ settings = {}, band_5_25: is525 }: Terms): DriftBand {
  const { drift_threshold: threshold, band_type: type, rebalance_trigger: trigger } = settings;
  return is525 ? BAND_5_25 : driftBand(threshold, type, trigger);
}

function bandOf({ band_5_25: is525 }: Terms, { threshold, band_type: type, trigger }: Drift): DriftBand {
  return is525 ? BAND_5_25 : driftBand(threshold, type, trigger);
}

/** Uses the defaults of the service. */
function driftBand(
  threshold = 0.05,
  bandType: DriftBand['bandType'] = 'absolute',
  trigger: DriftBand['trigger'] = 'any_position',
): DriftBand {
  return { threshold, bandType, trigger };
}

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ORDINALS = new Intl.PluralRules('en-GB', { type: 'ordinal' });

/** The reason why the date may be later than in the calendar. */
const ALL_OPEN = 'all exchanges of the portfolio are open';

function dateText({ every, day = 'first' }: Pick<Calendar, 'every'> & Partial<Calendar>): string {
  if (typeof day !== 'number') return `on the ${day} day of every ${every} on which ${ALL_OPEN}`;
  const date = `${day}${ENDINGS[ORDINALS.select(day)] ?? 'th'}`;
  return `on the ${date} of every ${every} or the next day on which ${ALL_OPEN}`;
}

function eitherOf(texts: readonly string[]): string {
  return formatList([...new Set(texts)]).replace(/ and (?!.* and )/, ' or ');
}

/** Returns a text like `5 %` or `2.5 %`, as typed, with up to four decimals; an empty field has no number. */
function percent(share: number): string {
  return `${Number.isFinite(share) ? Math.round(share * 1e6) / 1e4 : '…'}\u202f%`;
}

const UNITS = { w: ['week', 10_080], d: ['day', 1_440], h: ['hour', 60], m: ['minute', 1] } as const;

/**
 * Returns a text like `30 days` or `48 hours`: in the original unit, else in the largest in which the number is whole.
 */
function durationText(text: string): string {
  const minutes = (parseDuration(text.trim()) ?? Number.NaN) / 60_000;
  const written = /^[\d.]+([wdhm])$/.exec(text.trim())?.[1];
  const [name, size] =
    Object.entries(UNITS).find(([letter]) => letter === written)?.[1] ??
    [UNITS.d, UNITS.h, UNITS.m].find((unit) => minutes % unit[1] === 0) ??
    UNITS.m;
  const amount = minutes / size;
  return Number.isNaN(amount) ? text.trim() : `${amount}\u00a0${name}${amount === 1 ? '' : 's'}`;
}
