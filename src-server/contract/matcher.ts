/** What is said of a value, in scenarios and of requests: equal, near, like a pattern. Refuses patterns that are none. */
import { z } from 'zod';

const LONGEST_PATTERN = 500;

export const pointer = z.string().regex(/^(?:\/(?:[^~/]|~0|~1)*)*$/, 'is not a JSON pointer');

/** Bounded like every text that somebody else has to be matched with; what it costs is bounded where it is tried. */
export const pattern = z
  .string()
  .max(LONGEST_PATTERN)
  .refine(isRegularExpression, 'is not a regular expression')
  .describe('Regular expression that is found in the text, at most 500 characters.');

/** Named, because it contains itself. */
const jsonValue: z.ZodType<JsonValue> = z.lazy(() =>
  z
    .union([z.string(), z.number(), z.boolean(), z.null(), z.array(jsonValue), z.record(z.string(), jsonValue)])
    .meta({ id: 'JsonValue', description: 'Any JSON value.' }),
);
type JsonValue = z.core.util.JSONType;

const present = z.boolean().describe('Whether there is anything at all.');

/** A plain value means "equals". */
export const matcher = z
  .union([
    z.strictObject({ equals: jsonValue.describe('Exactly this.') }),
    z.strictObject({ range: z.tuple([z.number(), z.number()]).describe('Least and most.') }),
    z.strictObject({
      approx: z.number().describe('About this number.'),
      within: z.number().positive().describe('How far from it at most.'),
    }),
    z.strictObject({ contains: z.string().describe('A text with this in it.') }),
    z.strictObject({ pattern }),
    z.strictObject({ min_items: z.int().nonnegative().describe('A list of at least so many.') }),
    z.strictObject({ present }),
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
  ])
  .describe('What the value is like; a plain value means equals.');
export type Matcher = z.infer<typeof matcher>;

/** The same for what is always a text. */
export const textMatcher = z
  .union([
    z.string(),
    z.strictObject({ equals: z.string().describe('Exactly this.') }),
    z.strictObject({ contains: z.string().describe('With this in it.') }),
    z.strictObject({ pattern }),
    z.strictObject({
      glob: z.string().max(LONGEST_PATTERN).describe('`*` stands for any text, `?` for one character.'),
    }),
    z.strictObject({ present }),
  ])
  .describe('What the text is like; a plain text means equals.');
export type TextMatcher = z.infer<typeof textMatcher>;

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
