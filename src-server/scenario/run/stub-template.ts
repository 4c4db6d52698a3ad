/** The texts of a stub's answer that refer to a request (decision R1), in the language of scenarios. Pure. */
import { HEADER_VALUE, LONGEST_HEADER, type StubAnswer } from '../../contract/control/http-faults/http-faults.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import { asText, fillIn, referencesIn } from '../load/fill-references.ts';
import { CannotFillIn, createFillRoom } from '../load/fill-room.ts';

/** What the texts may refer to. */
const STUB_NAMES: readonly string[] = ['request', 'now', 'portfolio', 'rebalance'];

const MOST_REFERENCES = 1000;
/** Of what is filled in: a request has up to a million characters, and so has the text around it. */
const MOST_FILLED = 2_000_000;

/** References that no request could fill in, or that they are more than an answer may have. */
export function stubIssues({ template, headers, body, text }: StubAnswer): ValidationIssue[] {
  if (!template) return [];
  const references = [...referencesIn({ headers, body, text })];
  if (references.length > MOST_REFERENCES) {
    const issue = `has ${references.length} references, and a template has at most ${MOST_REFERENCES}`;
    return [{ path: '/answer', issue }];
  }
  return references
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
    const filled = fillIn({ headers, body, text }, { get: resolveName }, createFillRoom(MOST_FILLED));
    const texts = Object.entries(filled.headers).map(([name, value]) => [name, asText(value)] as const);
    const long = texts.find(([, value]) => value.length > LONGEST_HEADER);
    if (long !== undefined) return { ok: false, why: `${long[0]} would be longer than ${LONGEST_HEADER} characters` };
    const strange = texts.find(([, value]) => !HEADER_VALUE.test(value));
    if (strange !== undefined) return { ok: false, why: `${strange[0]} would have characters that no header has` };
    const whole = filled.text === undefined ? {} : { text: asText(filled.text) };
    return { ok: true, answer: { ...answer, ...filled, headers: Object.fromEntries(texts), ...whole } };
  } catch (error) {
    if (error instanceof CannotFillIn) return { ok: false, why: error.message };
    throw error;
  }
}
