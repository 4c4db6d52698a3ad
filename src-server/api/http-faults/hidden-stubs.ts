/**
 * Finds stubs that no request reaches, because a fault with precedence hits all requests that they match
 * (decision L40). Reports only certain cases: a fault that may end, or that draws, hides none, and conditions are
 * compared as written.
 */
import { isDeepStrictEqual } from 'node:util';
import { apiFaultKind } from '../../contract/control/http-faults/api-fault-kinds.ts';
import type { HttpFault } from '../../engine/http-faults/http-fault.ts';
import type { World } from '../../engine/world.ts';
import { isErrorOf } from '../journal/operation-of.ts';
import { inDrawOrder, isStub } from './draw-order.ts';
import { interfaceTermsOf } from './trigger-fault.ts';

type Conditions = Readonly<Record<string, unknown>>;

/** Returns a sentence for every stub that a newly set fault hides, or for the newly set stub if it is hidden. */
export function hiddenStubWarnings({ httpFaults, kernel }: Pick<World, 'httpFaults' | 'kernel'>, faultId: string) {
  const ordered = inDrawOrder(httpFaults.open('interface', kernel.nowMs));
  const index = ordered.findIndex((fault) => fault.faultId === faultId);
  const [set] = ordered.slice(index, index + 1);
  if (index === -1 || set === undefined) return [];
  const before = ordered.slice(0, index).find((other) => hides(other, set));
  const own =
    before === undefined
      ? []
      : [`This stub is never reached: ${lowered(nameOf(before))} has precedence and matches all of its requests.`];
  const others = ordered.slice(index + 1).filter((other) => hides(set, other));
  return [
    ...own,
    ...others.map(
      (other) => `${nameOf(other)} is no longer reached: ${faultId} has precedence and matches all of its requests.`,
    ),
  ];
}

/** Returns the name as used within a sentence. */
function lowered(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

function nameOf(fault: HttpFault): string {
  const { faultId, terms } = fault;
  if (!isStub(fault)) return `The fault ${faultId} (${terms.kind})`;
  const { priority } = terms;
  return typeof priority === 'number' && priority !== 0
    ? `The stub ${faultId} of priority ${priority}`
    : `The stub ${faultId}`;
}

function hides(fault: HttpFault, stub: HttpFault): boolean {
  if (!isStub(stub) || apiFaultKind(interfaceTermsOf(fault).kind).combinesWithOthers) return false;
  const alwaysHits = fault.share >= 1 && fault.count === null && fault.chances >= fault.skip;
  const isThere =
    fault.fromMs <= stub.fromMs && (fault.untilMs === null || (stub.untilMs !== null && fault.untilMs >= stub.untilMs));
  return alwaysHits && isThere && isAboutAll(fault, stub);
}

function isAboutAll(fault: HttpFault, stub: HttpFault): boolean {
  const terms = interfaceTermsOf(fault);
  const { match: wanted = {} } = terms;
  const { match: given = {} } = interfaceTermsOf(stub);
  const error = apiFaultKind(terms.kind).errorOf(terms);
  if (error !== null && wanted.operation === undefined)
    return given.operation !== undefined && isErrorOf(given.operation, error.code) && hasAll(wanted, given);
  return hasAll(wanted, given);
}

/** Whether all requests that meet `given` meet `wanted`, as far as they are the same conditions. */
function hasAll(wanted: Conditions, given: Conditions): boolean {
  return Object.entries(wanted).every(([name, condition]) => {
    const other = given[name];
    if (['query', 'headers', 'body'].includes(name))
      return hasAll(condition as Conditions, (other ?? {}) as Conditions);
    return condition === undefined || isDeepStrictEqual(condition, other);
  });
}
