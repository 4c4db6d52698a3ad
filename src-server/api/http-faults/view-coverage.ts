/** `GET /sim/faults/coverage` (decision L45): which kinds of fault were met, and what followed each encounter. */

import { API_FAULT_KINDS } from '../../contract/control/http-faults/api-fault-kinds.ts';
import {
  CLIENT_REACTIONS,
  type FaultCoverage,
  RECEIVER_REACTIONS,
  type WebhookEncounter,
} from '../../contract/control/http-faults/fault-coverage.ts';
import { webhookFault } from '../../contract/control/http-faults/http-faults.ts';
import {
  ofBuiltInSink,
  type ReceiverVerdict,
  sinkNameOf,
} from '../../contract/control/http-faults/receiver-verdicts.ts';
import {
  WEBHOOK_FAULT_KINDS,
  type WebhookFault,
  webhookFaultKind,
} from '../../contract/control/http-faults/webhook-fault-kinds.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { type BrokenAttempt, type HttpFault, scopeOfKind } from '../../engine/http-faults/http-fault.ts';
import type { World } from '../../engine/world.ts';
import type { JournalRecorder } from '../journal/journal-recorder.ts';
import { clientFaultHits, LONGEST_GAP_MS } from './client-reactions.ts';

const MAX_ENCOUNTERS = 200;

interface CoverageSources {
  readonly world: Pick<World, 'httpFaults'>;
  readonly journal: Pick<JournalRecorder, 'ask'>;
}

type Encounter = FaultCoverage['encounters'][number];

export async function viewCoverage(sources: CoverageSources): Promise<FaultCoverage> {
  const { httpFaults } = sources.world;
  const [oldest, ofClients] = await Promise.all([
    sources.journal.ask({ filter: {}, limit: 1, order: 'oldest', withContents: false, countTo: 0 }),
    clientFaultHits(sources, MAX_ENCOUNTERS),
  ]);
  const isAnyBroken = httpFaults.all().some(({ terms, hits }) => hits > 0 && scopeOfKind(terms.kind) === 'webhook');
  const ofReceivers = (isAnyBroken ? httpFaults.brokenAttempts(MAX_ENCOUNTERS) : []).flatMap((broken) => {
    const fault = httpFaults.find(broken.injected.faultId);
    return fault === null ? [] : [receiverEncounter(broken, fault)];
  });
  const encounters: Encounter[] = [...ofClients, ...ofReceivers];
  const [first] = oldest.rows;
  return {
    kinds: [...API_FAULT_KINDS, ...WEBHOOK_FAULT_KINDS].map((kind) => coverageOf(sources, kind, encounters)),
    encounters: encounters.sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1)),
    journal_from: first === undefined ? null : formatInstant(first.atMs),
    longest_gap_ms: LONGEST_GAP_MS,
  };
}

function coverageOf(
  { world }: CoverageSources,
  kind: Encounter['kind'],
  encounters: readonly Encounter[],
): FaultCoverage['kinds'][number] {
  const scope = scopeOfKind(kind);
  const faults = world.httpFaults.all().filter(({ terms }) => terms.kind === kind);
  const hits = faults.reduce((sum, fault) => sum + fault.hits, 0);
  const names = scope === 'interface' ? CLIENT_REACTIONS : RECEIVER_REACTIONS;
  const own = encounters.filter((encounter) => encounter.kind === kind && !isOfSink(encounter));
  const counts = names.map((name) => [name, own.filter((each) => reactionOf(each) === name).length]);
  // Encounters of a built-in sink say nothing about a client. Hits whose attempts are no longer listed count as met.
  const isAllSinks = own.length === 0 && encounters.some((encounter) => encounter.kind === kind && isOfSink(encounter));
  return { kind, scope, set: faults.length, hits, met: hits > 0 && !isAllSinks, reactions: Object.fromEntries(counts) };
}

function isOfSink(encounter: Encounter): boolean {
  return encounter.scope === 'webhook' && encounter.sink !== null;
}

function reactionOf(encounter: Encounter): string {
  return encounter.scope === 'interface' ? encounter.reaction.what : receiverReaction(encounter);
}

function receiverReaction({ ok }: WebhookEncounter): (typeof RECEIVER_REACTIONS)[number] {
  if (ok === null) return 'undecided';
  return ok ? 'as_it_should' : 'not_as_it_should';
}

/** `fault`: the one that hit the attempt. */
function receiverEncounter(broken: BrokenAttempt, { faultId, terms }: HttpFault): WebhookEncounter {
  const { deliveryId, attempt, eventId, webhookId, atMs, responseStatus, error } = broken;
  const fault = webhookFault.parse(terms);
  return {
    scope: 'webhook',
    fault_id: faultId,
    kind: fault.kind,
    at: formatInstant(atMs),
    webhook_id: webhookId,
    delivery_id: deliveryId,
    attempt,
    event_id: eventId,
    answered: responseStatus === null ? `nothing${error === null ? '' : `: ${error}`}` : String(responseStatus),
    ...verdictOfAttempt(broken, fault),
    sink: sinkNameOf(broken.url),
  };
}

function verdictOfAttempt({ responseStatus: status, ...attempt }: BrokenAttempt, fault: WebhookFault): ReceiverVerdict {
  const sink = sinkNameOf(attempt.url);
  if (sink !== null) return ofBuiltInSink(sink, status);
  return webhookFaultKind(fault.kind).verdictOn(status === null ? null : { ...attempt, status }, fault);
}
