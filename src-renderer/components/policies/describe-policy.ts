/** What a policy does, as a sentence. Pure. */
import type { NumberText } from '../forms/number-text.ts';
import { formatDuration } from './duration-text.ts';
import type { ConditionDraft, PolicyDraft } from './policy-draft.ts';

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ORDINALS = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' });

export function describePolicy({ when, is525, to, tradedBeyond, cooldown }: Omit<PolicyDraft, 'execute'>): string {
  if (when.length === 0) return 'Never trades.';
  const reasons = [...new Set(when.map((condition) => describeReason(condition, is525)))];
  const rest = [
    ...(is525 || tradedBeyond === '' ? [] : [`trading only positions more than ${percent(tradedBeyond)} away`]),
    to === 'target' ? 'back to the targets' : 'back to the edge of the band',
    ...(cooldown.trim() === '' ? [] : [`with at least ${formatDuration(cooldown)} between rebalances`]),
  ];
  const text = `${EITHER.format(reasons)}, ${rest.join(', ')}.`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function describeReason({ reason, every, day, band, threshold }: ConditionDraft, is525: boolean): string {
  if (reason === 'calendar') return `on ${formatDayOf(day)} of every ${every}`;
  if (reason === 'cash_flow') return 'at every deposit or withdrawal';
  if (is525)
    return 'when a position deviates from its target by 5 % of the portfolio or a quarter of the target, whichever is less';
  if (band === 'portfolio') return `when the portfolio has drifted by more than ${percent(threshold)}`;
  const whole = band === 'relative' ? 'the target' : 'the portfolio';
  return `when a position deviates from its target by more than ${percent(threshold)} of ${whole}`;
}

function formatDayOf(day: string): string {
  if (day === 'first' || day === 'last') return `the ${day} trading day`;
  return `the ${day}${ENDINGS[ORDINALS.select(Number(day))] ?? 'th'}`;
}

function percent(value: NumberText): string {
  return `${value === '' ? '…' : value}\u202f%`;
}
