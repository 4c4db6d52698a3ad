/** Formats a request or a webhook as one line for a person: time, request, status, duration, fault and world. */

import { formatInstant } from '../domain/numbers/instant.ts';
import type { UsedTrust } from '../engine/ports/webhook-ports.ts';
import { hostClock } from './host-time.ts';

/** A handled request, or an attempt to deliver a webhook. */
export interface LoggedCall {
  readonly kind: 'request' | 'webhook';
  /** Left out for the server's first world. */
  readonly world?: string;
  readonly method: string;
  /** For a request, the path with its query; for a webhook, the whole address. */
  readonly path: string;
  /** `null`: there was no response. */
  readonly status: number | null;
  readonly ms: number;
  /** Type of the event that a webhook delivers, and how many attempts there were. */
  readonly type?: string;
  readonly attempt?: number;
  /** The certificates that the attempt trusted. */
  readonly tls?: UsedTrust;
  readonly error?: string;
  readonly fault?: string;
  readonly fault_kind?: string;
  /** The latency fault that hit it in addition to that fault. */
  readonly latency_fault?: string;
  readonly injected_ms?: number;
}

const COLOURS = { good: '32', other: '36', refused: '33', failed: '31', faint: '2', fault: '35' } as const;

/** `safe` removes secrets, and characters that act on a terminal, from text that somebody else shaped. */
export function callText(call: LoggedCall, safe: (text: string) => string, hasColour: boolean): string {
  const painted = (colour: keyof typeof COLOURS, text: string) =>
    hasColour ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
  const { kind, method, path, status, ms, type, attempt, error, world } = call;
  const parts = [
    painted('faint', formatInstant(Math.round(hostClock.epochMs()))),
    ...(kind === 'webhook' ? ['webhook'] : []),
    `${method} ${safe(path)}`,
    ...(type === undefined ? [] : [safe(type)]),
    painted(colourOf(status), status === null ? 'no response' : String(status)),
    painted('faint', `${ms} ms`),
    ...(attempt === undefined || attempt < 2 ? [] : [`attempt ${attempt}`]),
    ...(call.tls === undefined ? [] : [`tls ${call.tls}`]),
    ...(call.fault === undefined ? [] : [painted('fault', `fault ${call.fault} (${call.fault_kind})`)]),
    ...(call.latency_fault === undefined ? [] : [painted('fault', `fault ${call.latency_fault} (api_latency)`)]),
    ...(world === undefined ? [] : [`world ${safe(world)}`]),
    ...(error === undefined ? [] : [painted('failed', safe(error))]),
  ];
  return parts.map((part) => part.replaceAll(/\s*\n\s*/g, ' ')).join(' ');
}

function colourOf(status: number | null): keyof typeof COLOURS {
  if (status === null || status >= 500) return 'failed';
  if (status >= 400) return 'refused';
  return status < 300 ? 'good' : 'other';
}
