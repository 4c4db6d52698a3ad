/** Conditions on a value, in scenarios and for requests: equal, near, like a pattern. Refuses invalid patterns. */
import { z } from 'zod';
import { jsonValue } from './json-value.ts';
import { compilePattern } from './pattern.ts';
import { hintUnknownFields } from './plain-issues.ts';

const LONGEST_GLOB = 500;

export const pointer = z.string().regex(/^(?:\/(?:[^~/]|~0|~1)*)*$/, {
  error: ({ input }) => `is not a JSON pointer${pointerHint(String(input))}`,
});

/** Suggests `/orders/0/side` for `orders[0].side` and `$.orders.0.side`, the syntax of other tools. */
function pointerHint(text: string): string {
  if (Object.hasOwn(textRules, text) || ['equals', 'one_of', 'not', 'contains'].includes(text))
    return ': it is a rule; indent it below the pointer that it applies to';
  const parts = text.replace(/^\$\.?/, '').split(/[.[\]/]+/);
  const isPath = parts.every((part) => /^[\w*-]*$/.test(part));
  const written = parts.flatMap((part) => (part === '' ? [] : [`/${part}`]));
  return isPath ? `: write ${written.join('')}` : '';
}

/** A bounded regular expression, because it comes from other people. */
const pattern = z
  .string()
  .superRefine((text, context) => {
    const compiled = compilePattern(text);
    if (!compiled.ok) context.addIssue({ code: 'custom', message: compiled.issue });
  })
  .describe(
    'Regular expression (RE2: no lookaround, no backreference) that has to match somewhere in the text, at most 500 ' +
      'characters.',
  );

const present = z.boolean().describe('Whether the value is present at all.');

/** A number, or a text that contains one: amounts are often texts. */
const number = z.union([z.number(), z.string().regex(/^-?\d{1,18}(?:\.\d{1,18})?$/, 'is not a number')]);

const glob = z
  .string()
  .max(LONGEST_GLOB)
  .describe('Pattern for the whole text: `*` stands for any text, `?` for one character.');

/** Conditions on a value; all of them must hold. */
export interface MatcherRules {
  readonly equals?: unknown;
  readonly one_of?: readonly unknown[] | undefined;
  readonly not?: Matcher | undefined;
  readonly present?: boolean | undefined;
  readonly contains?: unknown;
  readonly pattern?: string | undefined;
  readonly glob?: string | undefined;
  readonly range?: readonly [number, number] | undefined;
  readonly approx?: number | string | undefined;
  readonly within?: number | undefined;
  readonly within_share?: number | undefined;
  readonly greater?: number | string | undefined;
  readonly less?: number | string | undefined;
  readonly at_least?: number | string | undefined;
  readonly at_most?: number | string | undefined;
  readonly items?: number | undefined;
  readonly min_items?: number | undefined;
  readonly max_items?: number | undefined;
  readonly some?: EntryMatcher | undefined;
  readonly every?: EntryMatcher | undefined;
}
/** Conditions on an entry of a list: on the whole entry, or on its values by JSON pointer. */
export type EntryMatcher = Matcher | { readonly body: Readonly<Record<string, Matcher>> };
export type Matcher = string | number | boolean | null | readonly unknown[] | MatcherRules;

const itemsCount = z.int().nonnegative();
/** A plain value means "equals". Has a name, because it contains itself. */
export const matcher: z.ZodType<Matcher, Matcher> = z
  .lazy(() => z.union([matcherRules, z.array(jsonValue), z.string(), z.number(), z.boolean(), z.null()]))
  .meta({
    id: 'Matcher',
    description: 'Conditions on the value; a plain value, or a list, means equals.',
  }) as z.ZodType<Matcher, Matcher>;

const entry = z.union([
  z.strictObject({ body: z.record(pointer, matcher).describe('Values of the entry, by JSON pointer.') }),
  matcher,
]);

/** Rules for texts and numbers. */
const textRules = {
  present: present.optional(),
  pattern: pattern.optional(),
  glob: glob.optional(),
  range: z
    .tuple([z.number(), z.number()])
    .optional()
    .describe('Minimum and maximum, for numbers and for texts that are numbers.'),
  approx: number.optional().describe('Approximately this number; `within` or `within_share` gives the tolerance.'),
  within: z.number().positive().optional().describe('With `approx`: maximum distance from it.'),
  within_share: z
    .number()
    .positive()
    .max(1)
    .optional()
    .describe('With `approx`: maximum distance from it, as a share of it.'),
  greater: number.optional().describe('A number above this.'),
  less: number.optional().describe('A number below this.'),
  at_least: number.optional().describe('This number or more.'),
  at_most: number.optional().describe('This number or less.'),
};

/** Requires at least one rule, and all of those that depend on each other. */
function complete<Rules extends z.ZodType<MatcherRules>>(rules: Rules): Rules {
  return rules
    .refine((match) => Object.keys(match).length > 0, {
      error: 'says nothing',
      // An unknown field has an issue of its own.
      when: ({ issues }) => issues.length === 0,
    })
    .refine(
      ({ approx, within, within_share: share }) =>
        approx === undefined || (within === undefined) !== (share === undefined),
      {
        path: ['approx'],
        error: 'needs one of within and within_share',
      },
    )
    .refine(
      ({ approx, within, within_share: share }) =>
        approx !== undefined || (within === undefined && share === undefined),
      {
        error: 'needs approx with within',
      },
    );
}

const matcherRules = complete(
  z.strictObject({
    equals: jsonValue.optional().describe('Exactly this.'),
    one_of: z.array(jsonValue).min(1).optional().describe('One of these.'),
    not: matcher.optional().describe('Anything that does not match this.'),
    contains: jsonValue
      .optional()
      .describe(
        'A text that contains this, a list with an entry that contains all of this, or an object that contains it; ' +
          'further fields do not matter.',
      ),
    ...textRules,
    items: itemsCount.optional().describe('A list of exactly this length.'),
    min_items: itemsCount.optional().describe('A list of at least this length.'),
    max_items: itemsCount.optional().describe('A list of at most this length.'),
    some: entry
      .optional()
      .describe(
        'A list with at least one entry that matches this; `body` gives conditions by JSON pointer into the entry.',
      ),
    every: entry.optional().describe('A list with at least one entry whose entries all match this.'),
  }),
);
hintUnknownFields(matcherRules, 'of a matcher (an object that is the value itself is written {"equals": {…}})');

/** Conditions on a value that is always a text. */
interface TextMatcherRules
  extends Omit<
    MatcherRules,
    'equals' | 'one_of' | 'not' | 'contains' | 'items' | 'min_items' | 'max_items' | 'some' | 'every'
  > {
  readonly equals?: string | undefined;
  readonly one_of?: readonly string[] | undefined;
  readonly not?: TextMatcher | undefined;
  readonly contains?: string | undefined;
}
export type TextMatcher = string | TextMatcherRules;

/**
 * The same for a value that is always a text: all rules except those of lists. Has a name, because it contains itself.
 */
export const textMatcher: z.ZodType<TextMatcher, TextMatcher> = z
  .lazy(() => z.union([textMatcherRules, z.string()], { error: ({ input }) => textMatcherIssue(input) }))
  .meta({ id: 'TextMatcher', description: 'Conditions on the text; a plain text means equals.' }) as z.ZodType<
  TextMatcher,
  TextMatcher
>;

function textMatcherIssue(input: unknown): string {
  const written = typeof input === 'number' || typeof input === 'boolean' ? ` in quotes, as '${input}'` : '';
  return `must be a text${written}, or an object with rules`;
}

const textMatcherRules = complete(
  z.strictObject({
    equals: z.string().optional().describe('Exactly this.'),
    one_of: z.array(z.string()).min(1).optional().describe('One of these.'),
    not: textMatcher.optional().describe('Anything that does not match this.'),
    contains: z.string().optional().describe('A text that contains this.'),
    ...textRules,
  }),
);
