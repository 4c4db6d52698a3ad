/**
 * The form that texts of a field always have, beside its schema: who looks for a value that no event ever has is told, and an
 * entry of a log is read whatever its identifiers are like.
 */
import { z } from 'zod';

interface ValueForm {
  readonly test: (text: string) => boolean;
  /** What every value is, as the end of a sentence. */
  readonly said: string;
}

const FORMS = new WeakMap<object, ValueForm>();

/** The schema itself, whose values have that form from now on. */
export function formed<S extends z.core.$ZodType>(schema: S, form: { test(text: string): boolean }, said: string): S {
  FORMS.set(schema, { test: (text) => form.test(text), said });
  return schema;
}

/** `null`: a text of every form may stand there. Fields of answers have theirs in their documentation. */
export function formOf(schema: z.core.$ZodType): ValueForm | null {
  const own = FORMS.get(schema);
  if (own !== undefined) return own;
  const { pattern, format } = z.globalRegistry.get(schema) ?? {};
  if (format === 'date-time') return INSTANT;
  if (typeof pattern !== 'string') return null;
  const prefix = /^\^([a-z]{2})_\[/.exec(pattern)?.[1];
  const said = prefix === undefined ? `is of the form ${pattern}` : `is an identifier that begins with ${prefix}_`;
  return { test: (text) => new RegExp(pattern, 'u').test(text), said };
}

const INSTANT: ValueForm = {
  test: (text) => /^(?:[+-]\d{2})?\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text),
  said: 'is an instant such as 2026-03-02T09:30:00.000Z',
};
