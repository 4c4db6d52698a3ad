/**
 * Validates typed holdings before anything is sent: a change takes several requests, so if the second one were refused,
 * half of it would be stored. Pure.
 */
import type { ApiError } from '../../../api/api-error.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { instantFault, toInstant } from '../../../components/forms/virtual-instant.ts';
import type { ContentsDraft, HoldingDraft } from '../../../components/portfolios/portfolio-draft.ts';
import { lotsCover } from '../../../components/portfolios/position-lots.ts';
import { numberOf } from '../../../components/portfolios/target-weights.ts';

/** In the service's format: by pointer, and without the capital and full stop of a sentence. */
type Issue = ApiError['details'][number];

export function holdingIssues({ holdings }: ContentsDraft, nowMs: number): Issue[] {
  return holdings.flatMap((holding, index) => {
    const found = [
      numberIssue(holding.quantity, '/quantity'),
      ...(isTypedLot(holding) ? lotIssues(holding, nowMs) : []),
    ];
    return found.flatMap((issue) => (issue === null ? [] : [{ ...issue, path: `/holdings/${index}${issue.path}` }]));
  });
}

/**
 * Sets the current time as the purchase date of every cost without one. `saved`: the service's current state; an
 * unchanged row retains its date, so that it is not sent again.
 */
export function withPurchaseDates(contents: ContentsDraft, nowMs: number, saved: ContentsDraft | null): ContentsDraft {
  const before = new Map(saved?.holdings.map((holding) => [holding.key, holding]));
  return {
    ...contents,
    holdings: contents.holdings.map((holding) => {
      if (!isTypedLot(holding) || holding.acquired.trim() !== '') return holding;
      const { quantity, cost, acquired } = before.get(holding.key) ?? { acquired: '' };
      const isSaved = acquired !== '' && quantity === holding.quantity && cost === holding.cost;
      return { ...holding, acquired: isSaved ? acquired : new Date(nowMs).toISOString() };
    }),
  };
}

/** Whether any of them has a cost or a date of purchase, which the request of Form B has no fields for. */
export function hasLots({ holdings }: ContentsDraft): boolean {
  return holdings.some((holding) => holding.lots !== undefined || isTypedLot(holding));
}

/** Whether cost and date count: lots that add up to the holding take precedence. */
function isTypedLot({ quantity, lots, cost, acquired }: HoldingDraft): boolean {
  if (lots !== undefined && lotsCover(numberOf(quantity), lots)) return false;
  return cost !== '' || acquired.trim() !== '';
}

function lotIssues({ cost, acquired }: HoldingDraft, nowMs: number): (Issue | null)[] {
  const noCost = { path: '/lots/0/unit_cost', issue: 'enter the cost of a share, or clear the date' };
  return [cost === '' ? noCost : numberIssue(cost, '/lots/0/unit_cost'), dateIssue(acquired, nowMs)];
}

function dateIssue(acquired: string, nowMs: number): Issue | null {
  const path = '/lots/0/acquired_at';
  if (instantFault(acquired) !== null) return { path, issue: 'enter the date of purchase, such as 2024-05-10' };
  const isLate = Date.parse(toInstant(acquired)) > nowMs;
  return isLate ? { path, issue: `enter a date before now, ${formatInstant(new Date(nowMs).toISOString())}` } : null;
}

function numberIssue(value: HoldingDraft['quantity'], path: string): Issue | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value.replace('\u2212', '-')) : value;
  if (typeof number === 'number' && number < 0) return { path, issue: 'enter 0 or a positive number' };
  return typeof value === 'number' ? null : { path, issue: 'must be a number' };
}
