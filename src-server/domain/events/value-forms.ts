/**
 * The forms of text fields, in addition to their schemas: a search for a value that no event can have is reported,
 * while log entries are read whatever the form of their ids.
 */
import { z } from 'zod';

interface ValueForm {
  readonly test: (text: string) => boolean;
  /** Description of the form, as the end of a sentence. */
  readonly description: string;
}

const FORMS = new WeakMap<object, ValueForm>();

/** Returns the schema itself, after registering the form of its values. */
export function formed<S extends z.core.$ZodType>(
  schema: S,
  form: { test(text: string): boolean },
  description: string,
): S {
  FORMS.set(schema, { test: (text) => form.test(text), description });
  return schema;
}

/** Returns `null` if texts of any form are possible. Forms of response fields come from their documentation. */
export function formOf(schema: z.core.$ZodType): ValueForm | null {
  const own = FORMS.get(schema);
  if (own !== undefined) return own;
  const { pattern, format } = z.globalRegistry.get(schema) ?? {};
  if (format === 'date-time') return INSTANT;
  if (typeof pattern !== 'string') return null;
  const prefix = /^\^([a-z]{2})_\[/.exec(pattern)?.[1];
  const description =
    prefix === undefined ? `is of the form ${pattern}` : `is an identifier that begins with ${prefix}_`;
  return { test: (text) => new RegExp(pattern, 'u').test(text), description };
}

const INSTANT: ValueForm = {
  test: (text) => /^(?:[+-]\d{2})?\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text),
  description: 'is an instant such as 2026-03-02T09:30:00.000Z',
};
