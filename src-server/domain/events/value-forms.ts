/**
 * The form that texts of a field always have, beside its schema: who looks for a value that no event ever has is told, and an
 * entry of a log is read whatever its identifiers are like.
 */
import type { z } from 'zod';

export interface ValueForm {
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

/** `null`: any text. */
export function formOf(schema: z.core.$ZodType): ValueForm | null {
  return FORMS.get(schema) ?? null;
}
