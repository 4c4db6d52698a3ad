/**
 * Finds ids of the wrong kind, such as `/rebalance_id: '${depot}'` with a portfolio: the run would find nothing, so
 * that a check of absence always passes (decision K141).
 */
import { pointerTo } from '../../contract/fields/issue-places.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { formOf } from '../../domain/events/value-forms.ts';
import { textsIn } from '../references/fill-references.ts';
import { setValueAt, valueAt } from '../references/json-pointer.ts';
import { eventFaults } from './check-events.ts';
import { mayBeRefused } from './check-paths.ts';
import { impossibleFaults } from './check-statuses.ts';
import { referredShapes } from './check-values.ts';
import type { SavedShapes } from './response-shapes.ts';

interface StepFault {
  readonly pointer: string;
  readonly issue: string;
}

/** `hasStubs`: the service may respond with anything (decision R1). */
export function identifierFaults(step: ScenarioStep, known: SavedShapes, hasStubs: boolean): StepFault[] {
  const meant = new Map<string, string>();
  // A step as read from its file consists of texts, numbers and lists.
  const sampled = structuredClone(step);
  for (const { text, pointer } of textsIn(step)) {
    const prefix = identifierPrefix(text, known);
    if (prefix === null || valueAt(step, pointer) !== text) continue;
    const sample = `${prefix}_${'0'.repeat(ID_LENGTH)}`;
    if (setValueAt(sampled, pointer, sample)) meant.set(sample, text);
  }
  if (meant.size === 0) return [];
  const inReferences = (issue: string) =>
    [...meant].reduce((filled, [sample, text]) => filled.replaceAll(`"${sample}"`, text), issue);
  const references = [...new Set(meant.values())];
  return [
    ...[...eventFaults(sampled), ...impossibleFaults(sampled, hasStubs)].map(({ path, issue }) => ({
      pointer: pointerTo(path),
      issue: inReferences(issue),
    })),
    ...[...placeFaults(sampled), ...sentFaults(sampled)].map(({ pointer, issue }) => ({
      pointer,
      issue: inReferences(issue),
    })),
  ].filter(({ issue }) => references.some((text) => issue.includes(text)));
}

const ID_LENGTH = 26;
const PREFIXES = ['pf', 'rb', 'or', 'fl', 'mr', 'ev', 'wh', 'dl', 'ft', 'cf', 'ca', 'bk', 'dv', 'me', 'ak'];

/** The prefix of the id that a text refers to; `null`: it is not an id, or only known in the run. */
export function identifierPrefix(text: string, known: SavedShapes): string | null {
  const [shape, ...others] = referredShapes(text, known) ?? [];
  const form = shape === undefined || others.length > 0 ? null : formOf(shape);
  const fitting = PREFIXES.filter((prefix) => form?.test(`${prefix}_${'0'.repeat(ID_LENGTH)}`));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** Places in steps that have an id of one kind. */
const PLACES: Readonly<Record<string, string>> = {
  '/expect_state/portfolio': 'pf',
  '/expect_state/lots': 'pf',
  '/expect_state/rebalance': 'rb',
  '/expect_state/webhook': 'wh',
  '/expect_state/delivery': 'dl',
  '/until/rebalance': 'rb',
  '/cancel_orders': 'rb',
  '/order': 'or',
  '/portfolio': 'pf',
  '/end_fault': 'ft',
  '/cash_flow/portfolio': 'pf',
  '/policy/portfolio': 'pf',
};

export const IDENTIFIER_PLACES = Object.keys(PLACES);

function placeFaults(sampled: ScenarioStep): StepFault[] {
  return Object.entries(PLACES).flatMap(([pointer, prefix]) => otherKind(valueAt(sampled, pointer), prefix, pointer));
}

/** `value`: a sample of an id, or anything else. */
function otherKind(value: unknown, prefix: string | undefined, pointer: string): StepFault[] {
  const isSample = typeof value === 'string' && /^[a-z]{2}_0{26}$/.test(value);
  if (prefix === undefined || !isSample || value.startsWith(prefix)) return [];
  return [{ pointer, issue: `is never "${value}": it is an identifier that begins with ${prefix}_` }];
}

/** Members of bodies, by the end of their name. */
const MEMBERS: Readonly<Record<string, string>> = {
  portfolio_id: 'pf',
  rebalance_id: 'rb',
  order_id: 'or',
  webhook_id: 'wh',
  delivery_id: 'dl',
  fault_id: 'ft',
  portfolio_ids: 'pf',
  rebalance_ids: 'rb',
  order_ids: 'or',
};

/** The issues in the body of a request that is expected to succeed. */
function sentFaults(sampled: ScenarioStep): StepFault[] {
  if (mayBeRefused(valueAt(sampled, '/expect/status'))) return [];
  return ['/request/body', '/control/body'].flatMap((base) =>
    [...textsIn(valueAt(sampled, base))].flatMap(({ text, pointer }) => {
      const name = pointer.split('/').findLast((part) => !/^\d+$/.test(part)) ?? '';
      return otherKind(text, Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined, `${base}${pointer}`);
    }),
  );
}
