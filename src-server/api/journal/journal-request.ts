/** Passes a request of the simulated service to the journal: the request, its response, and its effects. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RequestContext, SentResponse } from '../http/request-context.ts';
import type { JournalRecorder } from './journal-recorder.ts';
import { operationNameOf } from './operation-of.ts';

export interface JournalRequestDependencies {
  readonly journal: Pick<JournalRecorder, 'isOn' | 'record' | 'takeEvents'>;
  readonly kernel: Pick<Kernel, 'nowMs'>;
  readonly monotonicMs: () => number;
  /** Wall clock, Unix milliseconds. */
  readonly epochMs: () => number;
}

type Heard = Pick<IncomingMessage, 'rawHeaders'> & { readonly method: string; readonly originalUrl: string };

/** Must be called once for every request, when its response has been sent. */
export function journalRequest(
  service: JournalRequestDependencies,
  request: Heard,
  response: Pick<ServerResponse, 'getHeaders'>,
  context: RequestContext,
  sent: SentResponse,
): void {
  const { journal } = service;
  if (!journal.isOn) return;
  // Rounded to microseconds: finer digits are noise.
  const durationMs = Math.round((service.monotonicMs() - context.startedMs) * 1000) / 1000;
  const { method, originalUrl: path } = request;
  journal.record({
    requestId: context.requestId,
    atMs: service.kernel.nowMs,
    receivedMs: service.epochMs() - durationMs,
    method,
    path,
    operation: operationNameOf(context.form, method, path),
    form: context.form,
    accountId: context.accountId === '' ? null : context.accountId,
    keyId: context.keyId === '' ? null : context.keyId,
    status: sent.status,
    durationMs,
    injectedMs: sent.injectedMs,
    faultId: sent.injected?.faultId ?? null,
    faultKind: sent.injected?.kind ?? null,
    latencyFaultId: sent.latencyFaultId ?? null,
    keyReuse: context.keyReuse,
    events: sent.events === undefined ? journal.takeEvents() : sent.events,
    requestHeaders: request.rawHeaders.join('\n'),
    requestBody: context.rawBody,
    responseHeaders: sent.status === null ? '' : linesOf(response.getHeaders()),
    // Node sends no body, whatever the layers before have written.
    responseBody: request.method === 'HEAD' ? '' : sent.body,
  });
}

function linesOf(headers: ReturnType<ServerResponse['getHeaders']>): string {
  let lines = '';
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined) continue;
    lines += `${lines === '' ? '' : '\n'}${name}\n${Array.isArray(value) ? value.join(', ') : value}`;
  }
  return lines;
}
