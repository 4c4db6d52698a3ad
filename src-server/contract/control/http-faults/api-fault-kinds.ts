/**
 * The kinds of faults of the interface (decisions L39 to L41), one row each: its fields in the API, whether the request
 * is processed, how the response is sent, what a client received, and how the explorer uses it. No other code on the
 * server names a kind, except for stubs, whose responses contain values of the world.
 */

import { z } from 'zod';
import { countOf } from '../../../domain/numbers/count-of.ts';
import type { GotByClient } from '../../../domain/world-choices.ts';
import { writtenLatencyUpTo } from '../../fields/latency.ts';
import type { ErrorCode } from '../../service/errors.ts';
import { type ExploredKind, type Exploring, exploredKind, hitsOf, kindNames } from './fault-kind.ts';
import { faultFields, interfaceHits, LONGEST_FAULT_DELAY_MS, stubFields } from './fault-terms.ts';

/** A response whose status and headers are set, with the actions of a fault. Sends it once. */
interface FaultyResponse {
  /** The intended body; empty for a request that is not processed. */
  readonly body: string;
  send(body: string): void;
  setContentType(type: string): void;
  /** Sends it in pieces over this host time, in ms. */
  sendSlowly(overMs: number): void;
  /** Closes the connection after this share of the body. */
  truncate(retainedShare: number): void;
  resetConnection(): void;
  /** Sends nothing until the client leaves, the fault ends or ten minutes have passed. */
  hang(): void;
}

/** The response that a client received, from the journal. */
interface Received {
  readonly status: number | null;
  /** Intentional delay in host time, as text: `340 ms`. */
  readonly delay: string;
  readonly bodyBytes: number;
}

/** An error that replaces the response. */
interface FaultError {
  readonly code: ErrorCode;
  readonly message: string | null;
  readonly retryAfterS: number | null;
}

interface ApiFaultEffect<Terms> {
  /** How it changes the response of the service. */
  readonly response: 'delayed' | 'changed' | 'replaced';
  /** Whether it can hit in addition to one other fault. */
  readonly combinesWithOthers: boolean;
  /** Whether the client has to wait for the response, or for its end. */
  readonly keepsBack: boolean;
  /** Whether no status is ever sent. */
  readonly isSilent: boolean;
  /** Whether the service processes the request. */
  isProcessed(terms: Terms): boolean;
  /** Delay before sending, in ms of host time. */
  delayMs(terms: Terms): number;
  errorOf(terms: Terms): FaultError | null;
  send(response: FaultyResponse, terms: Terms): void;
  /** The kind of response that the client received, so that a replay of its request meets the same (decision K53). */
  gotBy(method: string): GotByClient;
  /** Describes the received response for developers. */
  describe(received: Received): string;
}

interface ApiFaultKind<Terms> extends ApiFaultEffect<Terms> {
  readonly explored: ExploredKind<Terms>;
}

type Effect<Terms> = Pick<ApiFaultEffect<Terms>, 'response' | 'describe'> & Partial<ApiFaultEffect<Terms>>;

const DEFAULT = {
  combinesWithOthers: false,
  keepsBack: false,
  isSilent: false,
  isProcessed: () => true,
  delayMs: () => 0,
  errorOf: () => null,
  send: (response: FaultyResponse) => response.send(response.body),
};

/** Takes the description in the documents as `what`. */
function apiFault<const Kind extends string, Fields extends z.ZodRawShape>(
  kind: Kind,
  what: string,
  fields: Fields,
  effect: Effect<z.output<z.ZodObject<{ kind: z.ZodLiteral<Kind> } & Fields & typeof interfaceHits>>>,
  explored: Exploring<z.output<z.ZodObject<{ kind: z.ZodLiteral<Kind> } & Fields & typeof interfaceHits>>>,
) {
  return {
    create: z.strictObject({ kind: z.literal(kind).describe(what), ...fields, ...interfaceHits }),
    gotBy: () => (effect.response === 'delayed' ? ('answer' as const) : ('other_body' as const)),
    ...DEFAULT,
    ...effect,
    explored: exploredKind(kind, true, explored),
  };
}

/** Longer than most clients wait, and shorter than a trial. */
const LONG_MS = 3000;
/** The milder delay: still more than a second. */
const SHORTER_MS = 1500;
const GATEWAY = { status: 503, headers: { 'Content-Type': 'text/html' }, text: '<html>Service Unavailable</html>' };
const TRANSIENT_CODES: ReadonlySet<ErrorCode> = new Set(['internal_error', 'rate_limit']);

const serverError = (body: object) => ({ ...hitsOf(body), kind: 'api_error', code: 'internal_error' });

export const API_FAULTS = {
  api_error: apiFault(
    'api_error',
    'The request is not processed; the response is an error.',
    {
      code: faultFields.code,
      message: faultFields.message.optional(),
      retry_after_s: faultFields.retry_after_s.optional(),
    },
    {
      response: 'replaced',
      isProcessed: () => false,
      // A rate limit always states when to retry (decision E2).
      errorOf: ({ code, message = null, retry_after_s: after = code === 'rate_limit' ? 1 : null }) => ({
        code,
        message,
        retryAfterS: after,
      }),
      gotBy: () => 'error',
      describe: ({ status }) => `${status} instead of the response`,
    },
    {
      tried: [
        { rank: 3, terms: { code: 'rate_limit', retry_after_s: 1 } },
        { rank: 4, terms: { code: 'internal_error' } },
      ],
      predicates: {
        internal_error: 'gets 500',
        lasting_error: 'gets 500 repeatedly',
        rate_limit: 'gets 429',
        quota_exceeded: 'is refused because the quota is used up',
      },
      isTransient: ({ code }) => TRANSIENT_CODES.has(code),
      causeOf: ({ code, count }) => (code === 'internal_error' && count === undefined ? 'lasting_error' : code),
      familyOf: ({ code }) => (code === 'internal_error' ? 'server_error' : code),
    },
  ),
  api_latency: apiFault(
    'api_latency',
    'The request is processed and its response delayed; may occur together with one other fault.',
    {
      latency_ms: writtenLatencyUpTo(LONGEST_FAULT_DELAY_MS, 'ten minutes').describe(
        'Host time by which the response is delayed; a plain number is a fixed delay.',
      ),
    },
    {
      response: 'delayed',
      combinesWithOthers: true,
      keepsBack: true,
      describe: ({ status, delay }) => `${status} after ${delay}`,
    },
    {
      tried: [{ rank: 9, terms: { latency_ms: { fixed: LONG_MS } } }],
      predicate: 'gets a late response',
      family: 'late_answer',
      milder: (body) =>
        'fixed' in body.latency_ms && body.latency_ms.fixed > SHORTER_MS
          ? [{ ...body, latency_ms: { fixed: SHORTER_MS } }]
          : [],
    },
  ),
  api_slow_drip: apiFault(
    'api_slow_drip',
    'The request is processed; the body of its response arrives piece by piece.',
    { over_ms: faultFields.over_ms },
    {
      response: 'delayed',
      keepsBack: true,
      send: (response, { over_ms: overMs }) => response.sendSlowly(overMs),
      describe: ({ status, delay }) => `${status}, its body spread over ${delay}`,
    },
    { family: 'late_answer' },
  ),
  api_empty_answer: apiFault(
    'api_empty_answer',
    'The request is processed; its response has the right status and no body.',
    {},
    {
      response: 'changed',
      send: (response) => response.send(''),
      describe: ({ status }) => `${status} without a body`,
    },
    {
      tried: [{ rank: 16 }],
      predicate: 'is processed, but its response has no body',
      family: 'unreadable_answer',
    },
  ),
  api_truncated_body: apiFault(
    'api_truncated_body',
    'The request is processed; the connection is closed in the middle of its response.',
    { keep: faultFields.keep.default(0.5) },
    {
      response: 'changed',
      send: (response, { keep: retainedShare }) => response.truncate(retainedShare),
      // A response to HEAD has no body that could be cut off.
      gotBy: (method) => (method === 'HEAD' ? 'other_body' : 'nothing'),
      describe: ({ status, bodyBytes }) => `${status}, cut off after ${countOf(bodyBytes, 'byte')} of its body`,
    },
    {
      tried: [{ rank: 18, terms: { keep: 0.5 } }],
      predicate: 'is processed, but its response is cut off',
      family: 'unreadable_answer',
    },
  ),
  api_malformed_body: apiFault(
    'api_malformed_body',
    'The request is processed; its response is complete but not valid JSON.',
    {},
    {
      response: 'changed',
      // An object without its end is never valid JSON.
      send: (response) => response.send(`${response.body.slice(0, -1)},`),
      describe: ({ status }) => `${status} with a body that is not JSON`,
    },
    {
      tried: [{ rank: 17 }],
      predicate: 'is processed, but its response is not JSON',
      family: 'unreadable_answer',
    },
  ),
  api_connection_reset: apiFault(
    'api_connection_reset',
    'The connection is reset without a response.',
    { after_processing: faultFields.after_processing.default(false) },
    {
      response: 'replaced',
      isSilent: true,
      isProcessed: ({ after_processing: isProcessed }) => isProcessed,
      send: (response) => response.resetConnection(),
      gotBy: () => 'nothing',
      describe: () => 'no response: the connection was reset',
    },
    {
      tried: [{ rank: 1, terms: { after_processing: true } }, { rank: 7 }],
      predicates: {
        api_connection_reset: 'gets a connection reset',
        api_connection_reset_processed: 'is processed, but its response is lost',
      },
      causeOf: ({ kind, after_processing: isProcessed }) => `${kind}${isProcessed ? '_processed' : ''}`,
      familyOf: ({ after_processing: isProcessed }) => (isProcessed ? 'lost_answer' : 'no_answer'),
      milder: (body) => (body.after_processing ? [{ ...body, after_processing: false }] : [serverError(body)]),
    },
  ),
  api_hang: apiFault(
    'api_hang',
    'No response is sent until the client disconnects, the fault ends or ten minutes pass; then the connection ends.',
    { after_processing: faultFields.after_processing.default(false) },
    {
      response: 'replaced',
      keepsBack: true,
      isSilent: true,
      isProcessed: ({ after_processing: isProcessed }) => isProcessed,
      send: (response) => response.hang(),
      gotBy: () => 'hang',
      describe: ({ delay }) => `nothing for ${delay}`,
    },
    {
      // The first shows the client's deadline; delays near to it are not tried.
      tried: [{ rank: 8 }, { rank: 15, terms: { after_processing: true } }],
      predicates: { api_hang: 'gets no response', api_hang_processed: 'is processed, but gets no response' },
      causeOf: ({ kind, after_processing: isProcessed }) => `${kind}${isProcessed ? '_processed' : ''}`,
      familyOf: ({ after_processing: isProcessed }) => (isProcessed ? 'lost_answer' : 'no_answer'),
      milder: ({ after_processing, ...body }) => [{ ...hitsOf(body), kind: 'api_connection_reset', after_processing }],
    },
  ),
  api_wrong_content_type: apiFault(
    'api_wrong_content_type',
    'The request is processed; its response states a wrong content type.',
    { content_type: faultFields.content_type },
    {
      response: 'changed',
      send(response, { content_type: type }) {
        response.setContentType(type);
        response.send(response.body);
      },
      describe: ({ status }) => `${status} with a wrong content type`,
    },
    {
      tried: [{ rank: 19, terms: { content_type: 'text/html' } }],
      predicate: 'is processed, but its response claims to be HTML',
      family: 'unreadable_answer',
    },
  ),
  api_stub: apiFault(
    'api_stub',
    'Another response is sent in place of that of the service.',
    stubFields,
    {
      response: 'replaced',
      isProcessed: ({ before }) => !before,
      delayMs: ({ delay_ms: delayMs }) => delayMs,
      describe: ({ status }) => `${status} instead of the response`,
    },
    {
      tried: [
        { rank: 5, terms: { answer: GATEWAY } },
        { rank: 6, terms: { answer: { ...GATEWAY, status: 502 }, before: false } },
      ],
      predicates: {
        gateway_503: 'gets 503 from a gateway',
        gateway_502_processed: 'is processed, but a gateway returns 502',
      },
      isTransient: ({ answer: { status } }) => status === 429 || status >= 500,
      causeOf: ({ answer: response, before }) => `gateway_${response.status}${before ? '' : '_processed'}`,
      familyOf: ({ before }) => (before ? 'server_error' : 'lost_answer'),
      milder: (body) => (body.answer.status < 500 ? [] : [serverError(body)]),
    },
  ),
};

export const API_FAULT_KINDS = kindNames(API_FAULTS);
export type InterfaceFault = z.output<(typeof API_FAULTS)[keyof typeof API_FAULTS]['create']>;

const KINDS: Readonly<Record<InterfaceFault['kind'], ApiFaultKind<InterfaceFault>>> = API_FAULTS;

export function apiFaultKind(kind: InterfaceFault['kind']): ApiFaultKind<InterfaceFault> {
  return KINDS[kind];
}

/** For a name that may belong to another scope, or to a later version. */
export function findApiFaultKind(name: string): ApiFaultKind<InterfaceFault> | null {
  const found = API_FAULT_KINDS.find((kind) => kind === name);
  return found === undefined ? null : KINDS[found];
}

export function isInterfaceFault<Fault extends { readonly kind: string }>(
  fault: Fault,
): fault is Extract<Fault, InterfaceFault> {
  return findApiFaultKind(fault.kind) !== null;
}
