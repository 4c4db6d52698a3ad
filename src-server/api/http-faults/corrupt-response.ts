/**
 * Sends a response according to its faults: delayed, then corrupted. When nothing more will be sent, reports once what
 * the client really received and how long it was delayed on purpose.
 */
import type { ServerResponse } from 'node:http';
import { apiFaultKind } from '../../contract/control/http-faults/api-fault-kinds.ts';
import { drawDelayMs } from '../../engine/http-faults/http-fault.ts';
import type { World } from '../../engine/world.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { TimeDriver } from '../../kernel/time-driver.ts';
import type { After } from '../http/after.ts';
import { type CorruptResponse, contextOf, type SentResponse, type ServedRequest } from '../http/request-context.ts';
import type { JournalRecorder } from '../journal/journal-recorder.ts';
import { type CorruptedResponse, corruptResponse } from './response-faults.ts';
import { prepareStub } from './stub-response.ts';
import type { Hits } from './trigger-fault.ts';

export interface CorruptionDependencies {
  readonly world: World;
  readonly kernel: Kernel;
  readonly driver: TimeDriver;
  readonly monotonicMs: () => number;
  readonly after: After;
  readonly journal: Pick<JournalRecorder, 'takeEvents'>;
}

interface Injected extends Hits {
  /** Called with the status of the response of a stub. */
  readonly onStub: (status: number) => void;
}

/** For the context of a request that is processed. */
export function corruptWith(service: CorruptionDependencies, hits: Injected): CorruptResponse {
  return (request, response, text) => void sendCorrupted(service, hits, request, response, text);
}

/** For a request that is not processed and has no response of its own. */
export function sendNothing(
  service: CorruptionDependencies,
  hits: Injected,
  request: ServedRequest,
  response: ServerResponse,
): void {
  sendCorrupted(service, hits, request, response, '');
}

function sendCorrupted(
  service: CorruptionDependencies,
  hits: Injected,
  request: ServedRequest,
  response: ServerResponse,
  text: string,
): void {
  const context = contextOf(request);
  // Only in this synchronous run does the journal know the events that the command wrote.
  const events = service.journal.takeEvents();
  const startedMs = service.monotonicMs();
  const sent: CorruptedResponse['sent'] = { status: null, body: '' };
  let isReported = false;
  const waits = new Set<() => void>();
  const end = () => {
    if (isReported) return;
    isReported = true;
    for (const cancel of waits) cancel();
    const injectedMs = isDelaying(hits) ? service.monotonicMs() - startedMs : 0;
    context.onSent(request, response, context, { ...sent, ...injectionsOf(hits), injectedMs, events });
  };
  // A client that leaves early received what was sent by then.
  response.once('close', end);
  const wait = (delayMs: number, run: () => void) => {
    const cancel = service.after(delayMs, () => {
      waits.delete(cancel);
      if (!isReported) run();
    });
    waits.add(cancel);
  };
  const { other } = hits;
  // A template uses the values at the instant at which the request is processed, not at which its response is sent.
  const isStub = other?.terms.kind === 'api_stub';
  const body = isStub ? prepareStub(service.world, other, request, response) : text;
  if (isStub) hits.onStub(response.statusCode);
  const send = () => corruptResponse(service, other, { response, text: body, sent, end, wait });
  const delayMs = latencyOf(service, hits) + ownDelayMs(hits);
  if (delayMs > 0) wait(delayMs, send);
  else send();
}

function latencyOf({ kernel }: CorruptionDependencies, { latency }: Hits): number {
  if (latency?.terms.kind !== 'api_latency') return 0;
  const { fault, terms } = latency;
  return drawDelayMs(kernel.seed, fault.faultId, fault.hits, terms.latency_ms);
}

function isDelaying({ latency, other }: Hits): boolean {
  return latency !== null || ownDelayMs({ other }) > 0 || (other !== null && apiFaultKind(other.terms.kind).keepsBack);
}

function ownDelayMs({ other }: Pick<Hits, 'other'>): number {
  return other === null ? 0 : apiFaultKind(other.terms.kind).delayMs(other.terms);
}

/** A latency alone is the fault of the request; in addition to another fault, both are named. */
function injectionsOf({ latency, other }: Hits): Pick<SentResponse, 'injected' | 'latencyFaultId'> {
  const hit = other ?? latency;
  if (hit === null) return { injected: null };
  const latencyFaultId = other === null || latency === null ? null : latency.fault.faultId;
  return { injected: { faultId: hit.fault.faultId, kind: hit.terms.kind }, latencyFaultId };
}
