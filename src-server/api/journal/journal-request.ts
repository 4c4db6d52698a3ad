/** Hands an exchange of the simulated service to the journal: what came, what was answered, and what it did. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventSpan } from '../../engine/ports/journal-port.ts';
import type { RequestContext } from '../http/send-response.ts';
import type { Service } from '../http/service.ts';
import { operationOf } from './operation-of.ts';

/** What the client got. */
export interface Answered {
  /** `null`: nothing was answered. */
  readonly status: number | null;
  /** As far as it was sent. */
  readonly body: string;
  /** The fault on the wire that hit it. */
  readonly injected: { readonly faultId: string; readonly kind: string } | null;
  readonly injectedMs: number;
  /**
   * What its command wrote. Left out where this is called in the same synchronous run as the command; whoever lets time
   * pass in between takes `service.journal.takeEvents()` before.
   */
  readonly events?: EventSpan | null;
}

type Heard = Pick<IncomingMessage, 'rawHeaders'> & { readonly method: string; readonly originalUrl: string };

/** To be called once for every exchange, when its answer has been sent. */
export function journalExchange(
  service: Pick<Service, 'journal' | 'kernel' | 'monotonicMs' | 'epochMs'>,
  request: Heard,
  response: Pick<ServerResponse, 'getHeaders'>,
  context: RequestContext,
  answered: Answered,
): void {
  const { journal } = service;
  if (!journal.isOn) return;
  // Microseconds: what is finer is noise.
  const durationMs = Math.round((service.monotonicMs() - context.startedMs) * 1000) / 1000;
  const { method, originalUrl: path } = request;
  journal.record({
    requestId: context.requestId,
    atMs: service.kernel.nowMs,
    receivedMs: service.epochMs() - durationMs,
    method,
    path,
    operation: operationOf(context.form, method, path),
    form: context.form,
    accountId: context.accountId === '' ? null : context.accountId,
    keyId: context.keyId === '' ? null : context.keyId,
    status: answered.status,
    durationMs,
    injectedMs: answered.injectedMs,
    faultId: answered.injected?.faultId ?? null,
    faultKind: answered.injected?.kind ?? null,
    events: answered.events === undefined ? journal.takeEvents() : answered.events,
    requestHeaders: request.rawHeaders.join('\n'),
    requestBody: context.rawBody,
    responseHeaders: answered.status === null ? '' : linesOf(response.getHeaders()),
    responseBody: answered.body,
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
