/**
 * Sends one HTTP POST and reports the response; never throws, never follows a redirect (decisions I, I16). Connections
 * are persistent, and made only to addresses that `address-gate.ts` permits: the address that was checked is the one
 * connected to. Certificates are checked as the endpoint or the server requires (`receiver-agents.ts`).
 */

import { countOf } from '../../domain/numbers/count-of.ts';
import type { HttpRequest, SendHttp, UsedTrust } from '../../engine/ports/webhook-ports.ts';
import type { AddressGate } from './address-gate.ts';
import { handshakeReason } from './certificate-failure.ts';
import { createReceiverAgents } from './receiver-agents.ts';
import { type RequestResult, startRequest } from './start-request.ts';

/** Bytes of a response that are read; a receiver cannot make us store more. */
const READ_BYTES = 65_536;
/** Receivers close idle connections; ours close earlier, so that none is used while it is being closed. */
const IDLE_MS = 1000;

/** `webhookCa`: certificates in PEM that receivers may have, in addition to those that Node trusts. */
export function createSendHttp(gate: AddressGate, webhookCa: string | null = null): SendHttp {
  const options = { keepAlive: true, timeout: IDLE_MS, maxSockets: 64, lookup: gate.lookup };
  const agentFor = createReceiverAgents(options, webhookCa);
  return async (request) => {
    const startedMs = performance.now();
    const refusal = gate.refuse(new URL(request.url));
    if (refusal !== null) return { ...NO_RESPONSE, error: refusal, durationMs: 0 };
    const { agent, trust } = agentFor(request.url, request.tls);
    const result = await startRequest({ method: 'POST', ...request, agent, maxBytes: READ_BYTES }).result;
    const { status, headers, isCut, firstByteMs } = result;
    const body = result.body.toString('utf8');
    const error = deliveryError(result, request, trust);
    return { status, headers, body, isCut, error, firstByteMs, durationMs: performance.now() - startedMs, tls: trust };
  };
}

const NO_RESPONSE = { status: null, headers: {}, body: '', isCut: false, firstByteMs: null, tls: null };

function deliveryError(
  { failure, status }: RequestResult,
  { url, timeoutMs }: HttpRequest,
  trust: UsedTrust | null,
): string | null {
  switch (failure?.kind) {
    case undefined:
      return null;
    case 'timeout':
      return `${status === null ? 'no response' : 'the response did not end'} within ${timeoutMs / 1000} s`;
    case 'cut_off':
      return `the response broke off after ${countOf(failure.receivedBytes, 'byte')} of its body`;
    case 'connection':
      return formatConnectionError(failure.error, new URL(url), trust);
    case 'unsendable':
      throw failure.error;
  }
}

/** `trust`: whose certificates were trusted; `null`: without TLS. */
function formatConnectionError(error: Error, url: URL, trust: UsedTrust | null): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  // An error of the gate has a message of its own.
  if (code === null) return error.message;
  const handshake = trust === null ? null : handshakeReason(error, code, url, trust);
  const reason = handshake ?? reasonOf(code, url) ?? (error.message || 'the connection failed');
  return `${reason} (${code})`;
}

function reasonOf(code: string, { host, hostname }: URL): string | null {
  if (code.startsWith('HPE_')) return `what ${host} sent is not HTTP`;
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${host}: the connection was refused`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `${host} closed the connection before it responded`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name ${hostname} cannot be resolved`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `there is no route to ${host}`;
    case 'ETIMEDOUT':
      return `${host} did not accept the connection`;
    default:
      return null;
  }
}
