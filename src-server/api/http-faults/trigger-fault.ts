/**
 * Draws which faults hit a request (decision L40): the first matching one in their order, and with it the first
 * matching latency. Every chance is counted and saved before the request continues.
 */
import type { Request } from 'express';
import { apiFaultKind, type InterfaceFault } from '../../contract/control/http-faults/api-fault-kinds.ts';
import { interfaceFault } from '../../contract/control/http-faults/http-faults.ts';
import type { HttpFault } from '../../engine/http-faults/http-fault.ts';
import type { World } from '../../engine/world.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type ApiKeyIndex, bearerToken } from '../http/api-key-index.ts';
import { contextOf } from '../http/request-context.ts';
import { type MatchedRequest, matchRequest } from '../journal/match-request.ts';
import { isErrorOf, operationNameOf } from '../journal/operation-of.ts';
import { inDrawOrder } from './draw-order.ts';

/** A fault that hit, with its state after the hit. */
export interface Hit {
  readonly fault: HttpFault;
  readonly terms: InterfaceFault;
}

export interface Hits {
  readonly latency: Hit | null;
  readonly other: Hit | null;
}

interface FaultDependencies {
  readonly world: Pick<World, 'httpFaults'>;
  readonly kernel: Kernel;
}

/** Returns the attributes by which faults match a request, before any layer has processed it. */
export function requestAttributes({ keys }: { readonly keys: ApiKeyIndex }, request: Request): MatchedRequest {
  const { form } = contextOf(request);
  const { method, originalUrl: path, headers } = request;
  const secret = bearerToken(headers.authorization);
  const holder = secret === null ? null : keys.holderOf(secret);
  const keyId = holder === null || holder.isRevoked ? null : holder.keyId;
  return { method, path, form, headers, keyId, operation: operationNameOf(form, method, path), body: null };
}

/** Whether some fault may match a request, whatever its body is. */
export function mayTrigger({ world, kernel }: FaultDependencies, attributes: MatchedRequest): boolean {
  return world.httpFaults.open('interface', kernel.nowMs).some((fault) => {
    const { kind, match: { body: _body, ...match } = {}, ...rest } = interfaceTermsOf(fault);
    return isAbout({ kind, match, ...rest } as InterfaceFault, attributes);
  });
}

/**
 * Calls `beforeCounting` with the hits, and with the faults that count the request as a chance, before they are saved.
 */
export function triggerFault(
  { world, kernel }: FaultDependencies,
  attributes: MatchedRequest,
  beforeCounting: (hits: Hits, faultIds: readonly string[]) => void,
): Hits {
  const { httpFaults } = world;
  const hits: { latency: Hit | null; other: Hit | null } = { latency: null, other: null };
  const changed: HttpFault[] = [];
  for (const fault of inDrawOrder(httpFaults.open('interface', kernel.nowMs))) {
    const terms = interfaceTermsOf(fault);
    const place = apiFaultKind(terms.kind).combinesWithOthers ? 'latency' : 'other';
    if (hits[place] !== null || !isAbout(terms, attributes)) continue;
    const chance = httpFaults.draw(fault, kernel.nowMs);
    if (chance === null) continue;
    changed.push(chance.fault);
    if (chance.isHit) hits[place] = { fault: chance.fault, terms };
  }
  if (changed.length > 0) {
    beforeCounting(
      hits,
      changed.map(({ faultId }) => faultId),
    );
    kernel.execute(() => {
      for (const fault of changed) httpFaults.put(fault);
    });
  }
  return hits;
}

/** An error only matches an operation that documents it, unless its `match` names the operation (decision L104). */
function isAbout(terms: InterfaceFault, attributes: MatchedRequest): boolean {
  const { match = {} } = terms;
  const error = apiFaultKind(terms.kind).errorOf(terms);
  if (error !== null && match.operation === undefined && !isErrorOf(attributes.operation, error.code)) return false;
  return matchRequest(match, attributes).matches;
}

/** Terms never change, so the contract parses each once. */
const readTerms = new WeakMap<object, InterfaceFault>();

export function interfaceTermsOf({ terms }: HttpFault): InterfaceFault {
  let read = readTerms.get(terms);
  if (read === undefined) {
    read = interfaceFault.parse(terms);
    readTerms.set(terms, read);
  }
  return read;
}
