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
    return { ok: null, verdict: 'It was never sent; whether the receiver finds out what it misses shows only there.' };
  }
  if (status === null) return { ok: null, verdict: 'It did not answer, so its reaction is unknown.' };
  switch (injected.kind) {
    case 'webhook_bad_signature':
      return toRefuse(status, 'a webhook whose signature was broken');
    case 'webhook_wrong_secret':
      return toRefuse(status, 'a webhook that was signed with a secret it does not know');
    case 'webhook_stale_timestamp':
      return staleVerdict(status, fault);
    case 'webhook_duplicate':
      return broken.wasTakenBefore ? secondVerdict(status) : toTake(status, 'the first of two that are the same');
    case 'webhook_lost_acknowledgement':
      return lostVerdict(status, broken.nextStatus);
    case 'webhook_reorder':
      return toTake(status, 'an event while events were out of order');
    default:
      return toTake(status, 'a webhook that came late');
  }
}

function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

function toRefuse(status: number, what: string): Verdict {
  if (isTaken(status)) return { ok: false, verdict: `It took ${what}: anybody could send it events.` };
  if (status >= 500) return { ok: null, verdict: `It answered ${status} to ${what}: it may have broken on it.` };
  return { ok: true, verdict: `It refused ${what} with ${status}, as it should.` };
}

function toTake(status: number, what: string): Verdict {
  if (isTaken(status)) return { ok: true, verdict: `It took ${what}, as it should.` };
  return { ok: false, verdict: `It answered ${status} to ${what}, though it was valid: it is sent again.` };
}

function staleVerdict(status: number, fault: HttpFault | null): Verdict {
  const age = String(fault?.terms.age ?? '');
  const what = `a webhook whose timestamp was ${age} old`;
  if ((parseDuration(age) ?? 0) > TOLERANCE_MS) {
    if (isTaken(status)) return { ok: false, verdict: `It took ${what}: one that was recorded could be played again.` };
    return toRefuse(status, what);
  }
  return {
    ok: null,
    verdict: `It answered ${status} to ${what}, which is within the usual tolerance of five minutes.`,
  };
}

/** The same id again is to be acknowledged, and not acted on; the latter shows only in the receiver. */
function secondVerdict(status: number): Verdict {
  if (!isTaken(status))
    return { ok: false, verdict: `It answered ${status} to what it had taken before: that is sent again.` };
  return { ok: null, verdict: 'It took the same event a second time; that it did nothing twice shows only there.' };
}

function lostVerdict(status: number, nextStatus: number | null): Verdict {
  if (!isTaken(status)) return toTake(status, 'a webhook whose answer was lost');
  if (nextStatus === null) return { ok: null, verdict: 'It took it; its answer was lost, so the same is sent again.' };
  const second = secondVerdict(nextStatus);
  return { ...second, verdict: `Its answer was lost. ${second.verdict}` };
}
