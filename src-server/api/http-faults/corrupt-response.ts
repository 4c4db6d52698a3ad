/**
 * Lets an answer out as its faults say: held back, then broken. Owns what the journal learns of it: what the client really
 * got, and how long that was delayed on purpose. Tells it once, when nothing more will be sent.
 */
import type { Request, Response } from 'express';
import { drawHeldBackMs } from '../../engine/http-faults/draw-latency.ts';
import type { Injection } from '../../engine/http-faults/http-fault.ts';
import { type CorruptResponse, contextOf } from '../http/send-response.ts';
import type { Service } from '../http/service.ts';
import { type BrokenAnswer, breakAnswer } from './response-faults.ts';
import type { Hits } from './trigger-fault.ts';

type WireService = Pick<Service, 'kernel' | 'world' | 'driver' | 'journal' | 'monotonicMs' | 'after'>;

/** To be put into the context of a request that is processed. */
export function corruptBy(service: WireService, hits: Hits): CorruptResponse {
  return (request, response, _context, text) => void letOut(service, hits, request, response, text);
}

/** For a request that is not processed and has no answer. */
export function answerNothing(service: WireService, hits: Hits, request: Request, response: Response): void {
  letOut(service, hits, request, response, '');
}

function letOut(service: WireService, hits: Hits, request: Request, response: Response, text: string): void {
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
    context.onAnswer(request, response, context, { ...sent, injected: injectionOf(hits), injectedMs, events });
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

function heldBackBy({ kernel }: WireService, { latency }: Hits): number {
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
