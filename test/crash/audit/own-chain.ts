/** Computes the chain of an event log. Shares no code with the server. */
import { createHash } from 'node:crypto';
import type { Body } from '../crashing-server.ts';

export interface ReadEvent {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly data: Body;
  readonly hash: string;
}

/** Returns the hash that an entry must have after that of the previous one. */
export function ownHash(head: string, { seq, at, type, data }: ReadEvent): string {
  const text = JSON.stringify(sorted({ at: Date.parse(at), data, seq, type }));
  return createHash('sha256').update(head).update(text).digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
