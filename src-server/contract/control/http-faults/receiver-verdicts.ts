/** Describes whether a receiver of webhooks reacted correctly to an attempt that a fault hit (decision L45). Pure. */

/** An attempt to which the receiver responded. */
export interface FinishedAttempt {
  readonly status: number;
  /** Whether the same endpoint accepted an earlier attempt of the same event. */
  readonly wasTakenBefore: boolean;
  /** Status of the response to the next attempt; `null`: no response, or no such attempt yet. */
  readonly nextStatus: number | null;
}

/** `ok` null: unknown. */
export interface ReceiverVerdict {
  readonly ok: boolean | null;
  readonly verdict: string;
}

function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

/** `risk`: the consequence for a receiver that accepts it. */
export function toRefuse({ status }: FinishedAttempt, what: string, risk: string): ReceiverVerdict {
  if (isTaken(status)) return { ok: false, verdict: `The receiver accepted ${what}, ${risk}.` };
  if (status >= 500)
    return { ok: null, verdict: `The receiver responded ${status} to ${what}, which may have caused an error in it.` };
  return { ok: true, verdict: `The receiver correctly refused ${what} with ${status}.` };
}

/** A built-in sink responds as configured to any message, so its responses say nothing about a client. */
export function ofBuiltInSink(sink: string, status: number | null): ReceiverVerdict {
  const response = status === null ? 'did not respond' : `responded ${status}`;
  return { ok: null, verdict: `The built-in sink ${sink} ${response}. Reactions of built-in sinks are not checked.` };
}

/** Returns the built-in sink at an address of this server, or of one of its worlds; `null`: another receiver. */
export function sinkNameOf(url: string): string | null {
  return /\/sim\/(sink(?:\/[^/?#]+)?)$/.exec(url)?.[1]?.replace(/^sink\//, '') ?? null;
}

export function toTake({ status }: FinishedAttempt, what: string): ReceiverVerdict {
  if (isTaken(status)) return { ok: true, verdict: `The receiver correctly accepted ${what}.` };
  return {
    ok: false,
    verdict: `The receiver responded ${status} to ${what}, although it was valid. It will be sent again.`,
  };
}

/** A repeated id should be acknowledged, and not processed again; only the receiver can show the latter. */
export function toTakeAgain(status: number): ReceiverVerdict {
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

export function toTakeDespiteLoss(attempt: FinishedAttempt): ReceiverVerdict {
  const { status, nextStatus } = attempt;
  if (!isTaken(status)) return toTake(attempt, 'a webhook whose response was lost');
  if (nextStatus === null)
    return {
      ok: null,
      verdict: 'The receiver accepted the webhook. Its response was lost, so the webhook is sent again.',
    };
  const second = toTakeAgain(nextStatus);
  return { ...second, verdict: `The response of the receiver was lost. ${second.verdict}` };
}
