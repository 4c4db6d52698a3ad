/** The texts of a stub's answer that refer to a request (decision R1), in the language of scenarios. Pure. */
import { HEADER_VALUE, type StubAnswer } from '../../contract/control/http-faults/http-faults.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import { asText, fillIn, MissingVariable, referencesIn } from '../load/fill-references.ts';

/** What the texts may refer to. */
const STUB_NAMES: readonly string[] = ['request', 'now', 'portfolio', 'rebalance'];

/** References that no request could fill in. */
export function stubIssues({ template, headers, body, text }: StubAnswer): ValidationIssue[] {
  if (!template) return [];
  return [...referencesIn({ headers, body, text })]
    .filter(({ name }) => !STUB_NAMES.includes(name))
    .map(({ name, pointer }) => ({
      path: `/answer${pointer}`,
      issue: `refers to ${name}, which no request has: ${STUB_NAMES.join(', ')}`,
    }));
}

/** The answer for one request, or what is in its way: a reference without a value, or one that no header can hold. */
export function filledStub(
  answer: StubAnswer,
  resolveName: (name: string) => unknown,
): { readonly ok: true; readonly answer: StubAnswer } | { readonly ok: false; readonly why: string } {
  if (!answer.template) return { ok: true, answer };
  const { headers, body, text } = answer;
  try {
    const filled = fillIn({ headers, body, text }, { get: resolveName });
    const texts = Object.entries(filled.headers).map(([name, value]) => [name, asText(value)] as const);
    const strange = texts.find(([, value]) => !HEADER_VALUE.test(value));
    if (strange !== undefined) return { ok: false, why: `${strange[0]} would have characters that no header has` };
    const whole = filled.text === undefined ? {} : { text: asText(filled.text) };
    return { ok: true, answer: { ...answer, ...filled, headers: Object.fromEntries(texts), ...whole } };
  } catch (error) {
    if (error instanceof MissingVariable) return { ok: false, why: error.message };
    throw error;
  }
}
