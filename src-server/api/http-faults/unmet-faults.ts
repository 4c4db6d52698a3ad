/**
 * Lists faults without a hit (decision L45), and the closest events to each: requests from the near misses of the
 * journal, webhooks from their deliveries. Changes nothing.
 */
import type { UnmetFault } from '../../contract/control/http-faults/unmet-faults.ts';
import { marketFaultKind } from '../../contract/control/market/market-fault-kinds.ts';
import type { RequestMatch } from '../../contract/fields/request-match.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { type HttpFault, scopeOfKind } from '../../engine/http-faults/http-fault.ts';
import { type WebhookMatch, webhookDifferences } from '../../engine/http-faults/inject-webhook-faults.ts';
import { faultStatus, type MarketFault } from '../../engine/market/market-fault.ts';
import { accepted, mapOutcome, type Outcome } from '../../engine/outcome.ts';
import type { DeliveryRecord, WebhookStore } from '../../engine/ports/webhook-ports.ts';
import type { World } from '../../engine/world.ts';
import type { Client } from '../http/handler.ts';
import { type VerifyDependencies, verifyJournal } from '../journal/verify-journal.ts';

export interface UnmetDependencies extends VerifyDependencies {
  readonly world: Pick<World, 'kernel'>;
  readonly webhooks: Pick<WebhookStore, 'deliveries' | 'endpoints'>;
}

type AnyFault = MarketFault | HttpFault;
/** The client that waits for the response. */
type Asker = Pick<Client, 'hasLeft' | 'onceLeft'>;

/** A fault that is a state counts no hits: it has been met once it has begun. */
export function isUnmet(fault: AnyFault, nowMs: number): boolean {
  if (fault.hits > 0) return false;
  const status = faultStatus(fault, nowMs);
  return 'terms' in fault || marketFaultKind(fault.kind).hasHits || status === 'scheduled' || status === 'cancelled';
}

/**
 * Returns the part of a list that explains its rows; nothing if it was not requested. Works on one fault after the
 * other, because each may read for long.
 */
export async function withUnmet(
  service: UnmetDependencies,
  isRequested: boolean,
  faults: readonly AnyFault[],
  client: Asker,
): Promise<Outcome<{ readonly unmet?: UnmetFault[] }>> {
  if (!isRequested) return accepted({});
  const unmet: UnmetFault[] = [];
  for (const fault of faults) {
    const explained = await explainUnmet(service, fault, client);
    if (!explained.ok) return explained;
    unmet.push(explained.value);
  }
  return accepted({ unmet });
}

async function explainUnmet(service: UnmetDependencies, fault: AnyFault, client: Asker): Promise<Outcome<UnmetFault>> {
  const { what, about } = 'terms' in fault ? termsOf(fault) : placeOf(fault);
  return mapOutcome(await reasonOf(service, fault, client), ({ why, misses }) => ({
    fault_id: fault.faultId,
    spared: 'terms' in fault ? fault.chances : 0,
    explanation: `The ${what} (${fault.faultId})${about} had no hits: ${why}`,
    near_misses: misses,
  }));
}

interface Reason {
  /** The rest of a sentence, and further ones. */
  readonly why: string;
  readonly misses: UnmetFault['near_misses'];
}

function because(why: string): Outcome<Reason> {
  return accepted({ why, misses: [] });
}

async function reasonOf(service: UnmetDependencies, fault: AnyFault, client: Asker): Promise<Outcome<Reason>> {
  const status = faultStatus(fault, service.world.kernel.nowMs);
  if (status === 'scheduled') return because(`it begins only at ${formatInstant(fault.fromMs)}.`);
  if (status === 'cancelled') return because(`it was ended before it began at ${formatInstant(fault.fromMs)}.`);
  if (!('terms' in fault)) return because('nothing that it affects happened while it was active.');
  const { chances, skip, share } = fault;
  if (chances > 0) {
    const times = `${chances} ${chances === 1 ? 'time' : 'times'}`;
    return because(`it matched ${times}, but “skip” (${skip}) and “share” (${share}) let all of them through.`);
  }
  return scopeOfKind(fault.terms.kind) === 'webhook'
    ? because(nearestDelivery(service.webhooks, fault))
    : nearestRequest(service, fault, client);
}

async function nearestRequest(
  service: UnmetDependencies,
  { terms, fromMs }: HttpFault,
  client: Asker,
): Promise<Outcome<Reason>> {
  const match = (terms.match ?? {}) as RequestMatch;
  const found = await verifyJournal(service, { match, since: formatInstant(fromMs) }, client);
  return mapOutcome(found, ({ matched, explanation, near_misses: misses }) => {
    if (matched === 0) return { why: `no request matched. ${explanation}${latestOf(misses)}`, misses };
    const why = `${matched} matching ${matched === 1 ? 'request' : 'requests'} arrived before the fault was set or after it ended, were hit by another fault, or cannot return this error.`;
    return { why, misses };
  });
}

/** If no request comes close, the latest shows the actual behaviour of the client. */
function latestOf([latest]: UnmetFault['near_misses']): string {
  if (latest === undefined || latest.score > 0) return '';
  const { entry, differences } = latest;
  return ` The latest is ${entry.method} ${entry.path} (${entry.request_id}): ${differences.join('; ')}.`;
}

const LOOKED_AT = 1000;

function nearestDelivery(webhooks: UnmetDependencies['webhooks'], { terms, fromMs }: HttpFault): string {
  const everything = { webhookId: null, status: null, type: null, eventId: null, text: null, beforeDeliveryId: null };
  const seen = webhooks.deliveries({ ...everything, limit: LOOKED_AT }).filter(({ createdMs }) => createdMs >= fromMs);
  const match = (terms.match ?? {}) as WebhookMatch;
  const compared = seen.map((delivery) => ({ delivery, differences: webhookDifferences(match, delivery) }));
  const [closest] = compared.sort((left, right) => left.differences.length - right.differences.length);
  if (closest === undefined) {
    const isSent = webhooks.endpoints().length > 0;
    return `no webhook was sent since it began${isSent ? '' : ', because no endpoint is registered'}.`;
  }
  const { delivery, differences } = closest;
  const known = differences.length === 0 ? statusOf(delivery) : differences.join('; ');
  return `no attempt was hit. The closest delivery is ${delivery.type} to ${delivery.url} (${delivery.deliveryId}): ${known}.`;
}

function statusOf({ status, attempts }: DeliveryRecord): string {
  return `it is ${status} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
}

function termsOf({ terms }: HttpFault) {
  const what = terms.kind === 'api_stub' ? 'stub' : `fault ${terms.kind}`;
  return { what, about: terms.match === undefined ? '' : ` on ${JSON.stringify(terms.match)}` };
}

function placeOf({ kind, mic, isin }: MarketFault) {
  const about = [mic === null ? '' : ` at ${mic}`, isin === null ? '' : ` of ${isin}`].join('');
  return { what: `fault ${kind}`, about };
}
