/**
 * Describes how HTTP faults hit a recorded request: what its client got, and how it must be sent so that the active
 * faults count it again (decisions K53, K111). Pure.
 */

import type { HttpFaultTerms } from '../../engine/http-faults/http-fault.ts';
import type { CommandRecord } from '../../engine/ports/command-port.ts';
import type { RecordedCommand } from './recorded-command.ts';
import { isSlow, looksAtSecrets } from './replayed-fault.ts';

type AsMet = Pick<RecordedCommand, 'headers' | 'key' | 'status' | 'facts' | 'got' | 'timeoutMs' | 'leftOut'>;

/** A client that disconnects ends a hang. */
const HANG_MS = 1000;
const LONGEST_WAIT_MS = 600_000;

/** `key`: the key of a request that no fault hit. `termsOf`: the terms of a fault, by its id. */
export function asMet(
  { facts, status, events, keyId, method }: CommandRecord,
  key: RecordedCommand['key'],
  termsOf: (faultId: string) => HttpFaultTerms,
): AsMet {
  const met = facts?.met;
  if (met === undefined) return { headers: {}, key, status, facts };
  const terms = met.faults.map(termsOf);
  if (terms.length > 0 && terms.every(looksAtSecrets)) {
    const isProcessed = met.got !== 'error' && status !== null && met.key === 'valid';
    const leftOut = 'Here a fault that looks at secrets kept a request from the world.';
    return { headers: met.headers, key, status, facts, ...(isProcessed ? {} : { leftOut }) };
  }
  const common = { headers: met.headers, key: met.key === 'valid' ? key : met.key };
  const isKeyMatched = terms.some(({ match }) => (match as { key_id?: string } | undefined)?.key_id === keyId);
  // Faults counted it, but the rate limit refused it: in a replay only a wrong key has the same effect.
  if (terms.length > 0 && events === 0 && met.got !== 'error' && (status === 429 || isUnknown(met.got, status))) {
    const leftOut = 'Here a request was counted by faults on its key and then turned away; it stays out.';
    const unauthorized = { ids: {}, status: null, code: 'unauthorized' };
    const turned = { ...common, key: 'wrong', ...gotOf(met.got, 401, unauthorized) } as const;
    return isKeyMatched ? { ...turned, leftOut } : turned;
  }
  const isRead = method === 'GET' || method === 'HEAD';
  const reported = isRead && facts !== null ? { ...facts, status: null } : facts;
  const timeoutMs = met.got === 'hang' ? HANG_MS : terms.some(isSlow) ? LONGEST_WAIT_MS : null;
  return { ...common, ...gotOf(met.got, status, reported), ...(timeoutMs === null ? {} : { timeoutMs }) };
}

type Met = NonNullable<NonNullable<CommandRecord['facts']>['met']>;

/** Its outcome is unknown, because a crash came before its response was recorded. */
function isUnknown(got: Met['got'], status: number | null): boolean {
  return status === null && (got === 'answer' || got === 'other_body');
}

/** A faulty response gives no value to expect or save. */
function gotOf(
  got: Met['got'],
  status: number | null,
  facts: CommandRecord['facts'],
): Pick<AsMet, 'status' | 'facts' | 'got'> {
  if (got === 'nothing' || got === 'hang') return { status, facts: null, got: 'nothing' };
  return { status, facts: got === 'other_body' ? null : facts };
}
