/** Finds numbers in matchers that every value matches, or none, according to the contract. */
import { z } from 'zod';
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { meaningOf } from '../../domain/events/schema-shapes.ts';

type Schema = z.core.$ZodType;
type Path = readonly PropertyKey[];

/** Whether a number is a share of 1, by its name: `weight_after`, `max_drift`. */
export function isShare(shapes: readonly Schema[]): boolean {
  return (
    shapes.length > 0 && shapes.every((shape) => shape instanceof z.ZodNumber && SHARE.test(meaningOf(shape) ?? ''))
  );
}

const SHARE = /^(?!.*(?:basis points|per ?cent|bps))(?:.*\b(?:Share of|Share after|[Ww]eight|drift)\b)/;
/** No share of 1 is that large, but most percentages are. */
export const MIN_PERCENT = 2;

/** 90 instead of 0.9. */
export function shareFaults(
  shapes: readonly Schema[],
  matcher: Readonly<Record<string, unknown>>,
  path: Path,
): IssuePlace[] {
  if (!isShare(shapes)) return [];
  const { range } = matcher;
  const bounds = [
    ...BOUNDS.map((rule) => ({ rule, bound: matcher[rule] })),
    ...(Array.isArray(range) ? range : []).map((bound: unknown) => ({ rule: 'range', bound })),
  ];
  return bounds.flatMap(({ rule, bound }) =>
    typeof bound === 'number' && Math.abs(bound) >= MIN_PERCENT
      ? [{ path: [...path, rule], issue: percentIssue(bound) }]
      : [],
  );
}

const BOUNDS = ['equals', 'approx', 'greater', 'at_least', 'less', 'at_most'];

export function percentIssue(bound: number): string {
  return `is a fraction: ${bound} % is written ${Number((bound / 100).toPrecision(12))}`;
}

/** Bounds that every possible number meets, or none. */
export function boundFaults(
  shapes: readonly Schema[],
  { greater, at_least: atLeast, less, at_most: atMost }: Readonly<Record<string, unknown>>,
  path: Path,
): IssuePlace[] {
  const numbers = shapes.filter((shape) => shape instanceof z.ZodNumber);
  if (numbers.length === 0 || numbers.length < shapes.length) return [];
  const least = Math.min(...numbers.map(minOf));
  if (!Number.isFinite(least) || least <= Number.MIN_SAFE_INTEGER) return [];
  const vain = { greater: isBelow(greater, least), at_least: isBelow(atLeast, least) || Number(atLeast) === least };
  const never = { less: isBelow(less, least) || Number(less) === least, at_most: isBelow(atMost, least) };
  const issuesFor = (found: Readonly<Record<string, boolean>>, message: string) =>
    Object.keys(found)
      .filter((rule) => found[rule])
      .map((rule) => ({ path: [...path, rule], issue: `${message}: it is at least ${least}` }));
  return [...issuesFor(vain, 'always holds'), ...issuesFor(never, 'never holds')];
}

/** In responses, the lower bound is in the documentation. */
function minOf(shape: z.ZodNumber): number {
  const { minimum } = z.globalRegistry.get(shape) ?? {};
  return typeof minimum === 'number' ? minimum : (shape.minValue ?? Number.NEGATIVE_INFINITY);
}

function isBelow(bound: unknown, least: number): boolean {
  return typeof bound === 'number' && bound < least;
}
