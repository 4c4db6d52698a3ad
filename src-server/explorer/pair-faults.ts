/**
 * Generates pairs of faults from the results of single ones (decision Q2): if the client did something new after a
 * fault, that fault is tried again together with a fault on the new behaviour, and with other such faults. Pure.
 */
import { createFault } from '../contract/control/market/faults.ts';
import { OPERATION_NAMES } from '../contract/service/operation-names.ts';
import { familyOf, faultTarget, type ScheduledFault } from './schedule.ts';

export interface PairedFault {
  readonly fault: ScheduledFault;
  readonly behaviour: readonly string[];
}

/** Faults that break a second attempt, or the request that replaces it. */
const SECOND_KINDS = [
  { kind: 'api_connection_reset', after_processing: true },
  { kind: 'api_error', code: 'internal_error' },
  { kind: 'api_error', code: 'rate_limit', retry_after_s: 1 },
  { kind: 'api_malformed_body' },
] as const;

/**
 * `tried`: in the order of the trials; `known`: what the client does without faults. Pairs after the most new behaviour
 * come first.
 */
export function pairFaults(tried: readonly PairedFault[], known: readonly string[]): ScheduledFault[][] {
  const seen = new Set(known);
  const leading = tried.flatMap(({ fault, behaviour }) => {
    const fresh = behaviour.filter((token) => !seen.has(token));
    for (const token of fresh) seen.add(token);
    return fresh.length === 0 ? [] : [{ fault, fresh }];
  });
  leading.sort((one, other) => other.fresh.length - one.fresh.length);
  const knownOperations = new Set(known.flatMap(operationsIn));
  const followed = leading.flatMap(({ fault, fresh }) =>
    [...again(fault), ...onNew(fresh, knownOperations)].map((second) => [fault, second]),
  );
  const together = leading.flatMap(({ fault }, index) =>
    leading
      .slice(index + 1)
      .filter(({ fault: other }) => faultTarget(other) !== faultTarget(fault) || familyOf(other) !== familyOf(fault))
      .map(({ fault: other }) => [fault, other]),
  );
  return [...followed, ...together];
}

/** Faults at the next occurrence of the same target. */
function again(fault: ScheduledFault): ScheduledFault[] {
  if ('action' in fault || !('skip' in fault.body)) return [];
  const { body } = fault;
  const skip = body.skip + 1;
  if (body.kind.startsWith('webhook_')) return [{ body: { ...body, skip } }];
  return SECOND_KINDS.map((kind) => ({ body: createFault.parse({ ...kind, match: body.match, skip, count: 1 }) }));
}

/** Faults on operations that the client calls only after the fault. */
function onNew(fresh: readonly string[], known: ReadonlySet<string>): ScheduledFault[] {
  const operations = [...new Set(fresh.flatMap(operationsIn))].filter((operation) => !known.has(operation));
  return operations.flatMap((operation) =>
    SECOND_KINDS.map((kind) => ({ body: createFault.parse({ ...kind, match: { operation }, count: 1 }) })),
  );
}

function operationsIn(behaviour: string): string[] {
  const tokens = behaviour.split(' ');
  return OPERATION_NAMES.filter((name) => tokens.includes(name));
}
