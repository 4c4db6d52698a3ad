/** Whether receivers of webhooks did as they should when an attempt was broken on purpose (decision L45). Pure. */
import type { WebhookEncounter } from '../../contract/control/http-faults/fault-coverage.ts';
import { formatInstant, parseDuration } from '../../domain/numbers/instant.ts';
import type { BrokenAttempt, HttpFault } from '../../engine/http-faults/http-fault.ts';

/** What receivers allow a timestamp to be off (Standard Webhooks, 5 minutes). */
const TOLERANCE_MS = 300_000;

type Verdict = Pick<WebhookEncounter, 'verdict' | 'ok'>;

export function receiverFaultHit(broken: BrokenAttempt, fault: HttpFault | null): WebhookEncounter {
  const { injected, deliveryId, attempt, eventId, webhookId, atMs, responseStatus, error } = broken;
  return {
    scope: 'webhook',
    fault_id: injected.faultId,
    kind: injected.kind as WebhookEncounter['kind'],
    at: formatInstant(atMs),
    webhook_id: webhookId,
    delivery_id: deliveryId,
    attempt,
    event_id: eventId,
    answered: responseStatus === null ? `nothing${error === null ? '' : `: ${error}`}` : String(responseStatus),
    ...verdictOn(broken, fault),
  };
}

function verdictOn(broken: BrokenAttempt, fault: HttpFault | null): Verdict {
  const { injected, responseStatus: status } = broken;
  if (injected.kind === 'webhook_drop') {
    return {
      ok: null,
      verdict: 'The webhook was never sent. Only the receiver can show whether it notices the missing webhook.',
    };
  }
  if (status === null) return { ok: null, verdict: 'The receiver did not respond, so its reaction is unknown.' };
  switch (injected.kind) {
    case 'webhook_bad_signature':
      return toRefuse(broken, status, 'a webhook whose signature was broken');
    case 'webhook_wrong_secret':
      return toRefuse(broken, status, 'a webhook signed with a secret that it does not know');
    case 'webhook_stale_timestamp':
      return staleVerdict(broken, status, fault);
    case 'webhook_duplicate':
      return broken.wasTakenBefore ? secondVerdict(status) : toTake(status, 'the first of two identical webhooks');
    case 'webhook_lost_acknowledgement':
      return lostVerdict(status, broken.nextStatus);
    case 'webhook_reorder':
      return toTake(status, 'a webhook that arrived out of order');
    default:
      return toTake(status, 'a late webhook');
  }
}

function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

function toRefuse(broken: BrokenAttempt, status: number, what: string): Verdict {
  if (isTaken(status)) return toHaveRefused(broken, what, 'so anybody could send it events');
  if (status >= 500)
    return { ok: null, verdict: `The receiver responded ${status} to ${what}, which may have caused an error in it.` };
  return { ok: true, verdict: `The receiver correctly refused ${what} with ${status}.` };
}

/** Of a built-in sink, the sentence says that it was never going to check. */
function toHaveRefused({ url }: BrokenAttempt, what: string, risk: string): Verdict {
  const sink = sinkNameOf(url);
  if (sink === null) return { ok: false, verdict: `The receiver accepted ${what}, ${risk}.` };
  return { ok: false, verdict: `The built-in sink ${sink} accepted ${what}: sinks do not check signatures.` };
}

/** Of this server, or of a world of it. */
function sinkNameOf(url: string): string | null {
  return /\/sim\/(sink(?:\/[^/?#]+)?)$/.exec(url)?.[1]?.replace(/^sink\//, '') ?? null;
}

function toTake(status: number, what: string): Verdict {
  if (isTaken(status)) return { ok: true, verdict: `The receiver correctly accepted ${what}.` };
  return {
    ok: false,
    verdict: `The receiver responded ${status} to ${what}, although it was valid. It will be sent again.`,
  };
}

function staleVerdict(broken: BrokenAttempt, status: number, fault: HttpFault | null): Verdict {
  const age = String(fault?.terms.age ?? '');
  const what = `a webhook whose timestamp was ${age} old`;
  if ((parseDuration(age) ?? 0) > TOLERANCE_MS) {
    if (isTaken(status)) return toHaveRefused(broken, what, 'so a recorded webhook could be replayed');
    return toRefuse(broken, status, what);
  }
  return {
    ok: null,
    verdict: `The receiver responded ${status} to ${what}, which is within the usual tolerance of five minutes.`,
  };
}

/** The same id again is to be acknowledged, and not acted on; the latter shows only in the receiver. */
function secondVerdict(status: number): Verdict {
  if (!isTaken(status))
    return {
      ok: false,
      verdict: `The receiver responded ${status} to a webhook that it had already accepted. It will be sent again.`,
    };
  return {
    ok: null,
    verdict:
      'The receiver accepted the same webhook event twice. Only the receiver can show whether it also acted twice.',
  };
}

function lostVerdict(status: number, nextStatus: number | null): Verdict {
  if (!isTaken(status)) return toTake(status, 'a webhook whose response was lost');
  if (nextStatus === null)
    return {
      ok: null,
      verdict: 'The receiver accepted the webhook. Its response was lost, so the webhook is sent again.',
    };
  const second = secondVerdict(nextStatus);
  return { ...second, verdict: `The response of the receiver was lost. ${second.verdict}` };
}
