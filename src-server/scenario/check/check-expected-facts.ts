/**
 * Finds unknown exchanges and instruments in expectations: no event, response or view ever has them, so that a check of
 * absence always passes (decision K141). Responses that may be refusals are not checked: they repeat what a client
 * sent.
 */
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { type Expression, ExpressionFault, parseExpression, subexpressions } from '../references/expression.ts';
import { tokensOf, valueAt } from '../references/json-pointer.ts';
import type { KnownFacts } from './check-facts.ts';
import { mayBeRefused } from './check-paths.ts';

type Fact = 'exchange' | 'instrument';
type Path = readonly PropertyKey[];

/** The meaning of a value, by the last name of the pointer to it. */
const NAMED: ReadonlyMap<string, Fact> = new Map<string, Fact>([
  ...['exchange', 'primary_exchange', 'mic'].map((name) => [name, 'exchange'] as const),
  ...['isin', 'new_isin', 'instrument'].map((name) => [name, 'instrument'] as const),
]);

/** Values by JSON pointer, with their status if the response may be a refusal. */
const EXPECTED: readonly { readonly pointer: string; readonly status?: string }[] = [
  { pointer: '/expect_event/data' },
  { pointer: '/expect_events' },
  { pointer: '/data' },
  { pointer: '/until/data' },
  { pointer: '/until/state/body' },
  { pointer: '/until/expect/body', status: '/until/expect/status' },
  { pointer: '/expect_webhook/body' },
  { pointer: '/expect_state/body' },
  { pointer: '/expect/body', status: '/expect/status' },
];

export function expectedFacts(facts: KnownFacts, step: ScenarioStep): IssuePlace[] {
  const ofValues = EXPECTED.flatMap(({ pointer, status }) =>
    status !== undefined && mayBeRefused(valueAt(step, status))
      ? []
      : [...strangeIn(facts, valueAt(step, pointer), tokensOf(pointer), null)],
  );
  const ofConditions = ['assert', 'if'].flatMap((key) =>
    conditionFacts(facts, valueAt(step, `/${key}`)).map((issue) => ({ path: [key], issue })),
  );
  return [...ofValues, ...ofConditions];
}

/** The issues of properties of the whole run. */
export function propertyFacts(
  facts: KnownFacts,
  { always, eventually }: { readonly always?: unknown; readonly eventually?: unknown },
): IssuePlace[] {
  const ofValues = [...strangeIn(facts, { always, eventually }, [], null)];
  const properties: readonly unknown[] = Array.isArray(always) ? always : [];
  const ofConditions = properties.flatMap((property, index) =>
    conditionFacts(facts, valueAt(property, '/assert')).map((issue) => ({ path: ['always', index, 'assert'], issue })),
  );
  return [...ofValues, ...ofConditions];
}

function* strangeIn(facts: KnownFacts, value: unknown, path: Path, fact: Fact | null): Generator<IssuePlace> {
  if (typeof value === 'string') {
    const issue = fact === null ? null : strange(facts, fact, value);
    if (issue !== null) yield { path, issue };
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (!key.startsWith('/')) {
        yield* strangeIn(facts, member, [...path, key], fact);
        continue;
      }
      const tokens = tokensOf(key);
      const unknown = tokens.filter((token) => ISIN.test(token)).map((token) => strange(facts, 'instrument', token));
      for (const issue of unknown) if (issue !== null) yield { path: [...path, key], issue };
      yield* strangeIn(facts, member, [...path, key], factOf(tokens));
    }
  }
}

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;

/** Indices of lists have no name of their own. */
function factOf(tokens: readonly string[]): Fact | null {
  const name = tokens.findLast((token) => !/^(?:\d+|\*)$/.test(token)) ?? '';
  return NAMED.get(name) ?? null;
}

function strange({ mics, isins }: KnownFacts, fact: Fact, text: string): string | null {
  if (hasReference(text)) return null;
  if (fact === 'exchange')
    return mics.includes(text) ? null : `there is no exchange ${text}; exchanges are ${mics.join(', ')}`;
  // Anything else is reported by its form.
  return isins.has(text) || !ISIN.test(text) ? null : `there is no instrument ${text}${didYouMean(text, [...isins])}`;
}

function conditionFacts(facts: KnownFacts, text: unknown): string[] {
  if (typeof text !== 'string') return [];
  try {
    return [...new Set(strangeInExpression(facts, parseExpression(text)))];
  } catch (error) {
    if (error instanceof ExpressionFault) return [];
    throw error;
  }
}

function* strangeInExpression(facts: KnownFacts, expression: Expression): Generator<string> {
  for (const part of subexpressions(expression)) yield* strangeInExpression(facts, part);
  const sides =
    expression.kind === 'binary' && ['==', '!='].includes(expression.operator)
      ? [expression.left, expression.right]
      : expression.kind === 'call' && expression.name === 'contains'
        ? expression.args
        : [];
  const [left, right] = sides;
  if (left === undefined || right === undefined) return;
  const fact = factIn(left) ?? factIn(right);
  if (fact === null) return;
  for (const text of [...textsOf(left), ...textsOf(right)]) {
    const issue = strange(facts, fact, text);
    if (issue !== null) yield issue;
  }
}

function factIn(side: Expression): Fact | null {
  if (side.kind === 'reference') return factOf(tokensOf(side.tail));
  return side.kind === 'call' && side.args[0] !== undefined ? factIn(side.args[0]) : null;
}

function textsOf(side: Expression): string[] {
  if (side.kind === 'list') return side.entries.flatMap(textsOf);
  return side.kind === 'value' && typeof side.value === 'string' ? [side.value] : [];
}
