/**
 * Fills in the texts of a stub's response that refer to a request (decision R1), in the language of scenarios. Pure.
 */
import {
  HEADER_VALUE,
  LONGEST_HEADER,
  type StubResponse,
  WITHOUT_BODY,
} from '../../contract/control/http-faults/fault-terms.ts';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import { asText, fillIn, referencesIn, textsIn } from '../references/fill-references.ts';
import { CannotFillIn, createFillRoom } from '../references/fill-room.ts';
import { unreadableReferences } from '../references/unreadable-references.ts';

/** Names that the texts may refer to. */
const STUB_NAMES: readonly string[] = ['request', 'now', 'portfolio', 'rebalance'];
/** Members of every request. */
export const REQUEST_MEMBERS = ['method', 'path', 'query', 'headers', 'body'] as const;

const MAX_REFERENCES = 1000;
/** Limit for a filled response, in bytes; counted in characters while it is filled in. */
const MAX_FILLED = 1_048_576;

/** A body that the status does not allow, and the issues of `templateIssues`. */
export function stubIssues(response: StubResponse): ValidationIssue[] {
  const { status, body, text } = response;
  const bodies = WITHOUT_BODY.has(status)
    ? Object.entries({ body, text }).filter(([, given]) => given !== undefined)
    : [];
  const issue = `cannot be combined with status ${status}, whose responses have no body`;
  return [...bodies.map(([name]) => ({ path: `/answer/${name}`, issue })), ...templateIssues(response)];
}

/** References that are invalid, that no request could fill in, or that exceed the limit of a response. */
function templateIssues({ template, headers, body, text }: StubResponse): ValidationIssue[] {
  if (!template) return [];
  const texts = { headers, body, text };
  const references = [...referencesIn(texts)];
  if (references.length > MAX_REFERENCES) {
    const issue = `has ${references.length} references, and a template has at most ${MAX_REFERENCES}`;
    return [{ path: '/answer', issue }];
  }
  const unknown = references.flatMap(({ name, tail, pointer }) => {
    const issue = unknownName(name, tail);
    return issue === null ? [] : [{ path: `/answer${pointer}`, issue }];
  });
  const unreadable = [...textsIn(texts)].flatMap(({ text: each, pointer }) =>
    unreadableReferences(each, STUB_NAMES).map((issue) => ({ path: `/answer${pointer}`, issue })),
  );
  return [...unknown, ...unreadable];
}

function unknownName(name: string, tail: string): string | null {
  if (!STUB_NAMES.includes(name)) return notThere(name, name, STUB_NAMES);
  const [, member] = name === 'request' ? (/^\/([^/]*)/.exec(tail) ?? []) : [];
  const isKnown = member === undefined || member === '*' || REQUEST_MEMBERS.some((each) => each === member);
  return isKnown ? null : notThere(`request/${member}`, member, REQUEST_MEMBERS);
}

function notThere(place: string, name: string, names: readonly string[]): string {
  return `has \${${place}}, which is unknown: you can use ${listed(names)}${didYouMean(name, names)}`;
}

/** `request, now and portfolio`. */
function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

type Filled = { readonly ok: true; readonly response: StubResponse } | { readonly ok: false; readonly why: string };

/**
 * The response to one request, or the reason why there is none: a reference without a value, or one that is invalid in
 * a header.
 */
export function filledStub(response: StubResponse, resolveName: (name: string) => unknown): Filled {
  if (!response.template) return { ok: true, response };
  const { headers, body, text } = response;
  const get = (name: string) => resolveName(name) ?? notNamed(name);
  try {
    const room = createFillRoom(MAX_FILLED, (text ?? JSON.stringify(body ?? '')).length);
    const filled = fillIn({ headers, body, text }, { get }, room);
    const texts = Object.entries(filled.headers).map(([name, value]) => [name, textsOf(value)] as const);
    const why = texts.map(([name, values]) => headerFault(name, [values].flat())).find((each) => each !== null);
    if (why !== undefined) return { ok: false, why };
    const whole = filled.text === undefined ? {} : { text: asText(filled.text) };
    const made = { ...response, ...filled, headers: Object.fromEntries(texts), ...whole };
    const bytes = Buffer.byteLength(made.text ?? JSON.stringify(made.body ?? ''));
    return bytes > MAX_FILLED ? { ok: false, why: TOO_LARGE } : { ok: true, response: made };
  } catch (error) {
    if (error instanceof CannotFillIn) return { ok: false, why: error.message };
    throw error;
  }
}

const TOO_LARGE = `it would be larger than ${MAX_FILLED} bytes`;

/** For the portfolio or the rebalance of a request that names none, or an unknown one. */
function notNamed(name: string): never {
  throw new CannotFillIn(`the request names no ${name} that is there, neither in its path nor in its body`);
}

function textsOf(value: string | readonly string[]): string | string[] {
  return Array.isArray(value) ? value.map(asText) : asText(value);
}

function headerFault(name: string, values: readonly string[]): string | null {
  if (values.some((value) => value.length > LONGEST_HEADER))
    return `${name} would be longer than ${LONGEST_HEADER} characters`;
  return values.every((value) => HEADER_VALUE.test(value)) ? null : `${name} would have characters that no header has`;
}
