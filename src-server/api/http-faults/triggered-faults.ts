/**
 * Describes the faults that a request triggered for its recorded command, so that a replay triggers the same
 * (decisions K53, K111).
 */
import type { Request } from 'express';
import { apiFaultKind } from '../../contract/control/http-faults/api-fault-kinds.ts';
import type { MetOnWire } from '../../engine/ports/command-port.ts';
import { isSecretHeader } from '../../engine/redaction/credential-names.ts';
import type { World } from '../../engine/world.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { bearerToken } from '../http/api-key-index.ts';
import { type Hits, interfaceTermsOf } from './trigger-fault.ts';

interface FaultDependencies {
  readonly world: Pick<World, 'httpFaults'>;
  readonly kernel: Pick<Kernel, 'nowMs'>;
}

/** `faults`: those that counted the request as a chance. */
export function describeTrigger(
  service: FaultDependencies,
  request: Request,
  keyId: string | null,
  { latency: _latency, other }: Hits,
  faults: readonly string[],
): MetOnWire {
  const isShown = bearerToken(request.headers.authorization) !== null;
  return {
    faults,
    got: other === null ? 'answer' : apiFaultKind(other.terms.kind).gotBy(request.method),
    key: keyId !== null ? 'valid' : isShown ? 'wrong' : 'none',
    headers: headersLookedAt(service, request),
  };
}

/** For a request that no fault matched: the headers that faults compared. */
export function describeHeaders(service: FaultDependencies, request: Request): { readonly met?: MetOnWire } {
  const headers = headersLookedAt(service, request);
  return Object.keys(headers).length === 0 ? {} : { met: { faults: [], got: 'answer', key: 'valid', headers } };
}

/** Headers of the connection and secrets are not recorded. */
const OF_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'content-encoding']);

function headersLookedAt({ world, kernel }: FaultDependencies, { headers }: Request): Record<string, string> {
  if (!world.httpFaults.isAnyOpen('interface')) return {};
  const names = world.httpFaults
    .open('interface', kernel.nowMs)
    .flatMap((fault) => Object.keys(interfaceTermsOf(fault).match?.headers ?? {}))
    .map((name) => name.toLowerCase());
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      if (value === undefined || OF_CONNECTION.has(name) || isSecretHeader(name)) return [];
      return [[name, typeof value === 'string' ? value : value.join(', ')]];
    }),
  );
}
