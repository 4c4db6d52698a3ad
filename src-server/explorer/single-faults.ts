/**
 * Generates every single fault at every occurrence observed in a run without faults (decision Q2): the most harmful
 * kinds first, and first occurrences before later ones. Pure.
 */
import { API_FAULTS } from '../contract/control/http-faults/api-fault-kinds.ts';
import type { TriedFault } from '../contract/control/http-faults/fault-kind.ts';
import { WEBHOOK_FAULTS } from '../contract/control/http-faults/webhook-fault-kinds.ts';
import { type CreateFault, createFault } from '../contract/control/market/faults.ts';
import { MARKET_FAULTS } from '../contract/control/market/market-fault-kinds.ts';
import { TRIAL_ACTIONS } from '../contract/scenario/explore-file.ts';
import type { OperationName } from '../contract/service/operation-names.ts';
import type { ScheduledFault } from './schedule.ts';
import type { TrialRecord } from './trial-record.ts';

/** A kind of fault with its own fields, without its target. */
type Sort = Readonly<Record<string, unknown>> & { readonly kind: CreateFault['kind'] };

/** The single faults of some kinds, the most harmful first. */
function triedOf(kinds: Readonly<Partial<Record<CreateFault['kind'], KindExplored>>>): Sort[] {
  const all = Object.entries(kinds) as [CreateFault['kind'], KindExplored][];
  return all
    .flatMap(([kind, { explored }]) => explored.tried.map(({ rank, terms }) => ({ rank, sort: { kind, ...terms } })))
    .sort((one, other) => one.rank - other.rank)
    .map(({ sort }) => sort);
}

interface KindExplored {
  readonly explored: { readonly tried: readonly TriedFault[] };
}

/** Faults of requests and webhooks. */
const BY_HARM = triedOf({ ...API_FAULTS, ...WEBHOOK_FAULTS });
/** Faults of an exchange, for the whole of a trial. */
const OF_EXCHANGES = triedOf(MARKET_FAULTS);

/** Only for operations of which the service has such a response. */
const QUOTA: Sort = { kind: 'api_error', code: 'quota_exceeded' };
const WITH_QUOTA: readonly OperationName[] = ['startRebalance', 'executePlan'];

/** Exposes clients that never stop retrying: it lasts to the end of the trial. */
const LASTING: Sort = { kind: 'api_error', code: 'internal_error' };

export function singleFaults(sound: TrialRecord): ScheduledFault[] {
  const operations = counted(sound.requests.flatMap(({ operation }) => (operation === null ? [] : [operation])));
  const types = counted(sound.attempts.map(({ type }) => type));
  const most = Math.max(0, ...operations.values(), ...types.values());
  const market = OF_EXCHANGES.flatMap((sort) => sound.exchanges.map((exchange) => scheduled({ ...sort, exchange })));
  const ofOccurrence = (skip: number) => [
    ...BY_HARM.flatMap((sort) => hitsAt(sort, skip, operations, types)),
    ...actionsAfter(sound, skip, operations),
  ];
  const [first = [], ...later] = Array.from({ length: most }, (_, skip) => ofOccurrence(skip));
  const quota = WITH_QUOTA.filter((operation) => operations.has(operation)).map((operation) =>
    scheduled({ ...QUOTA, match: { operation } }),
  );
  const lasting = [...operations.keys()].map((operation) => scheduled({ ...LASTING, match: { operation } }));
  return [...first, ...market, ...quota, ...lasting, ...later.flat()];
}

/** A secret is rotated only if the client knows where to read the new one. */
function actionsAfter(
  { hasOwnReceiver }: TrialRecord,
  skip: number,
  operations: ReadonlyMap<OperationName, number>,
): ScheduledFault[] {
  const actions = TRIAL_ACTIONS.filter((action) => action !== 'rotate_secret' || hasOwnReceiver);
  const after = [...operations].filter(([, count]) => count > skip).map(([operation]) => operation);
  return actions.flatMap((action) => after.map((operation) => ({ action: { action, after: operation, skip } })));
}

/** One fault for each operation or type of event with that many occurrences. */
function hitsAt(
  sort: Sort,
  skip: number,
  operations: ReadonlyMap<OperationName, number>,
  types: ReadonlyMap<string, number>,
): ScheduledFault[] {
  const isWebhook = sort.kind.startsWith('webhook_');
  const matches = isWebhook
    ? [...types].filter(([, count]) => count > skip).map(([type]) => ({ types: [type] }))
    : [...operations].filter(([, count]) => count > skip).map(([operation]) => ({ operation }));
  return matches.map((match) => scheduled({ ...sort, match, skip, count: 1 }));
}

function scheduled(body: object): ScheduledFault {
  return { body: createFault.parse(body) };
}

function counted<T>(values: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
