/**
 * The rules of texts in requests that the app has a field for, so that both have the same. Without schemas, so that a
 * page need not load them.
 */

/** `issue` continues a sentence about a text that does not match. */
export interface TextRule {
  readonly pattern: RegExp;
  readonly issue: string;
}

/** The most characters of a name for people. */
export const LONGEST_NAME = 200;

export const WORLD_NAME: TextRule = {
  pattern: /^[a-z0-9-]{1,40}$/,
  issue: 'is not a name of 1 to 40 lower-case letters, digits and hyphens',
};

export const ACCOUNT_ID: TextRule = {
  pattern: /^[a-z][a-z0-9_-]{0,39}$/,
  issue: 'is not a name of up to 40 lower-case letters, digits, hyphens and underscores',
};

/** A whole number within these bounds, or what stands for no limit. */
export interface LimitRule<None extends string = string> {
  readonly none: None;
  readonly min: number;
  readonly max: number;
}

/** Of events in a month. */
export const MONTHLY_LIMIT = { none: 'unlimited', min: 0, max: 1_000_000_000 } as const satisfies LimitRule;

/** Of requests in 60 s. */
export const RATE_LIMIT = { none: 'off', min: 1, max: 1_000_000 } as const satisfies LimitRule;

export function isWithinLimit({ min, max }: LimitRule, value: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** Continues a sentence about what is no such limit. */
export function limitIssue({ none, min, max }: LimitRule): string {
  return `is neither a whole number from ${min} to ${max} nor "${none}"`;
}
