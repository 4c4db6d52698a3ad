/**
 * Lets an answer out as its faults say: held back, then broken. Owns what the journal learns of it: what the client really
 * got, and how long that was delayed on purpose. Tells it once, when nothing more will be sent.
 */
import type { ServerResponse } from 'node:http';
import { drawHeldBackMs } from '../../engine/http-faults/draw-latency.ts';
import type { Injection } from '../../engine/http-faults/http-fault.ts';
import type { World } from '../../engine/world.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { TimeDriver } from '../../kernel/time-driver.ts';
import type { After } from '../http/after.ts';
import { type CorruptResponse, contextOf, type ServedRequest } from '../http/request-context.ts';
import type { JournalRecorder } from '../journal/journal-recorder.ts';
import { type BrokenAnswer, breakAnswer } from './response-faults.ts';
import type { Hits } from './trigger-fault.ts';

export interface CorruptionDependencies {
  readonly world: World;
  readonly kernel: Kernel;
  readonly driver: TimeDriver;
  readonly monotonicMs: () => number;
  readonly after: After;
  readonly journal: Pick<JournalRecorder, 'takeEvents'>;
}

/** To be put into the context of a request that is processed. */
export function corruptBy(service: CorruptionDependencies, hits: Hits): CorruptResponse {
  return (request, response, text) => void letOut(service, hits, request, response, text);
}

/** For a request that is not processed and has no answer. */
export function answerNothing(
  service: CorruptionDependencies,
  hits: Hits,
  request: ServedRequest,
  response: ServerResponse,
): void {
  letOut(service, hits, request, response, '');
}

function letOut(
  service: CorruptionDependencies,
  hits: Hits,
  request: ServedRequest,
  response: ServerResponse,
  text: string,
): void {
  const context = contextOf(request);
  // What the command wrote is to be asked for in the same breath.
  const events = service.journal.takeEvents();
  const startedMs = service.monotonicMs();
  const sent: BrokenAnswer['sent'] = { status: null, body: '' };
  let isTold = false;
  const waits = new Set<() => void>();
  const end = () => {
    if (isTold) return;
    isTold = true;
    for (const cancel of waits) cancel();
    const injectedMs = isDelaying(hits) ? service.monotonicMs() - startedMs : 0;
    context.onSent(request, response, context, { ...sent, injected: injectionOf(hits), injectedMs, events });
  };
  // Whoever leaves early got what was sent by then.
  response.once('close', end);
  const wait = (delayMs: number, run: () => void) => {
    const cancel = service.after(delayMs, () => {
      waits.delete(cancel);
      if (!isTold) run();
    });
    waits.add(cancel);
  };
  const go = () => breakAnswer(service, hits.other, { response, text, sent, end, wait });
  const heldBackMs = heldBackBy(service, hits);
  if (heldBackMs > 0) wait(heldBackMs, go);
  else go();
}

function heldBackBy({ kernel }: CorruptionDependencies, { latency }: Hits): number {
  if (latency?.terms.kind !== 'api_latency') return 0;
  const { fault, terms } = latency;
  return drawHeldBackMs(kernel.seed, fault.faultId, fault.hits, terms.latency_ms);
}

function isDelaying({ latency, other }: Hits): boolean {
  return latency !== null || other?.terms.kind === 'api_slow_drip' || other?.terms.kind === 'api_hang';
}

/** The journal has one place: a latency beside another fault shows in the milliseconds that were added. */
function injectionOf({ latency, other }: Hits): Injection | null {
  const hit = other ?? latency;
  return hit === null ? null : { faultId: hit.fault.faultId, kind: hit.terms.kind };
}
