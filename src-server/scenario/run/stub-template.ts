/** The texts of a stub's answer that refer to a request (decision R1), in the language of scenarios. Pure. */
import type { StubAnswer } from '../../contract/control/http-faults/http-faults.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import { fillIn, MissingVariable, referencesIn } from '../load/fill-references.ts';

/** What the texts may refer to. */
export const STUB_NAMES = ['request', 'now', 'portfolio', 'rebalance'] as const;
export type StubName = (typeof STUB_NAMES)[number];

/** References that no request could fill in. */
export function stubIssues({ template, headers, body, text }: StubAnswer): ValidationIssue[] {
  if (!template) return [];
  return [...referencesIn({ headers, body, text })]
    .filter(({ name }) => !(STUB_NAMES as readonly string[]).includes(name))
    .map(({ name, pointer }) => ({
      path: `/answer${pointer}`,
      issue: `refers to ${name}, which no request has: ${STUB_NAMES.join(', ')}`,
    }));
}

/** The answer for one request; the words of what is missing where `resolveName` has no value for a reference. */
export function filledStub(
  answer: StubAnswer,
  resolveName: (name: string) => unknown,
): { readonly ok: true; readonly answer: StubAnswer } | { readonly ok: false; readonly missing: string } {
  if (!answer.template) return { ok: true, answer };
  const { headers, body, text } = answer;
  try {
    return { ok: true, answer: { ...answer, ...fillIn({ headers, body, text }, { get: resolveName }) } };
  } catch (error) {
    if (error instanceof MissingVariable) return { ok: false, missing: error.message };
    throw error;
  }
}
