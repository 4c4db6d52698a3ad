/**
 * Pairs of faults, led by what single ones have shown (decision Q2): a fault after which the client did something new is
 * tried again with a fault on that, and with others of its kind. Pure.
 */
import { createFault } from '../contract/control/market/faults.ts';
import { OPERATION_NAMES } from '../contract/service/operation-names.ts';
import { familyOf, faultTarget, type ScheduledFault } from './schedule.ts';

export interface PairedFault {
  readonly fault: ScheduledFault;
  readonly behaviour: readonly string[];
}

/** What breaks a second attempt, or what is done in place of one. */
const SECOND_KINDS = [
  { kind: 'api_connection_reset', after_processing: true },
  { kind: 'api_error', code: 'internal_error' },
  { kind: 'api_error', code: 'rate_limit', retry_after_s: 1 },
  { kind: 'api_malformed_body' },
] as const;

/** `tried`: in their order; `known`: what the client does without faults. The newest behaviour comes first. */
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

/** The next occurrence of what it has hit. */
function again(fault: ScheduledFault): ScheduledFault[] {
  if ('action' in fault || !('skip' in fault.body)) return [];
  const { body } = fault;
  const skip = body.skip + 1;
  if (body.kind.startsWith('webhook_')) return [{ body: { ...body, skip } }];
  return SECOND_KINDS.map((kind) => ({ body: createFault.parse({ ...kind, match: body.match, skip, count: 1 }) }));
}

/** Operations that the client asks for only after the fault. */
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
