/** Finds clients that did something other than they intended, or report success wrongly (decision Q3). Pure. */
import { formatPercent } from '../../domain/numbers/format-number.ts';
import { ALL_IS_WELL, type Intent, type TrialRecord } from '../trial-record.ts';
import type { RuleBreach } from '../verdict.ts';

/** `sound`: the run without faults. */
export function wrongs(sound: TrialRecord, trial: TrialRecord): RuleBreach[] {
  return [
    ...carriedOutTwice(sound, trial),
    ...otherEnds(sound, trial),
    ...forgedWebhooks(trial),
    ...failedChecks(trial),
    // The failure may differ from run to run; the finding is identified by the invariant that fails.
    ...trial.brokenInvariants.map(({ title, failure }) => ({
      rule: 'broken_invariant' as const,
      text: `${title}: ${failure}`,
      subject: title,
      request: null,
    })),
  ];
}

function carriedOutTwice(sound: TrialRecord, trial: TrialRecord): RuleBreach[] {
  return trial.intents.flatMap(({ name, carriedOut }) => {
    const wanted = intentOf(sound, name)?.carriedOut ?? 0;
    // An intent that the run without faults never had is reported as `another_end`.
    if (wanted === 0 || carriedOut <= wanted) return [];
    const text = `${name} was executed ${times(carriedOut)}, and ${times(wanted)} without faults.`;
    return [{ rule: 'duplicate_execution', text, subject: name, request: null }];
  });
}

function otherEnds(sound: TrialRecord, trial: TrialRecord): RuleBreach[] {
  const { end } = trial;
  // If a client reports failure, that is accepted.
  if (end.how !== 'exited' || end.code !== ALL_IS_WELL) return [];
  const names = new Set([...sound.intents, ...trial.intents].map(({ name }) => name));
  return [...names].flatMap((name) => {
    const text = otherEnd(name, intentOf(sound, name), intentOf(trial, name));
    return text === null
      ? []
      : [
          {
            rule: 'another_end' as const,
            text: `The client reports success, but ${text}.`,
            subject: name,
            request: null,
          },
        ];
  });
}

function otherEnd(name: string, sound: Intent | null, here: Intent | null): string | null {
  const rebalance = `the rebalance of ${name}`;
  if (sound === null) {
    return here === null ? null : `it requested ${rebalance}, which it does not request without faults`;
  }
  if (here === null) return `it never requested ${rebalance}`;
  if (here.status !== sound.status)
    return `${rebalance} ${statusText(here.status)}. Without faults it ${statusText(sound.status)}`;
  const isOutside = here.drift > here.band && sound.drift <= sound.band;
  return isOutside
    ? `${rebalance} leaves the portfolio ${formatPercent(here.drift)} away from its targets, more than the allowed ${formatPercent(here.band)}`
    : null;
}

const FORGED: Readonly<Record<string, string>> = {
  webhook_bad_signature: 'with a wrong signature',
  webhook_wrong_secret: 'signed with another secret',
  webhook_stale_timestamp: 'with an old timestamp',
};

/** A client that rejects a forged webhook does not respond to it with 2xx. */
function forgedWebhooks({ attempts }: TrialRecord): RuleBreach[] {
  return attempts.flatMap(({ injected, status, type }) => {
    const flaw = injected === null ? undefined : FORGED[injected];
    if (flaw === undefined || !isTaken(status)) return [];
    return [
      {
        rule: 'took_forged_webhook' as const,
        text: `The client responded ${status} to ${type}, ${flaw}.`,
        subject: injected ?? '',
        request: null,
      },
    ];
  });
}

/**
 * A client that exits with success confirms everything that it has stored; any other client confirms the webhooks that
 * it acknowledged.
 */
function failedChecks({ isCheckSound, attempts, end }: TrialRecord): RuleBreach[] {
  if (isCheckSound !== false) return [];
  const taken = attempts.filter(({ status }) => isTaken(status)).length;
  const isWell = end.how === 'exited' && end.code === ALL_IS_WELL;
  if (taken === 0 && !isWell) return [];
  const claim = taken === 0 ? 'reports success' : `responded 2xx to ${taken === 1 ? 'a webhook' : `${taken} webhooks`}`;
  return [{ rule: 'failed_check', text: `The client ${claim}, and the check fails.`, subject: 'check', request: null }];
}

function intentOf({ intents }: TrialRecord, name: string): Intent | null {
  return intents.find((intent) => intent.name === name) ?? null;
}

function isTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}

function statusText(status: Intent['status']): string {
  switch (status) {
    case null:
      return 'is not made';
    case 'complete':
      return 'completes';
    case 'failed':
      return 'fails';
    default:
      return `is left ${status.replaceAll('_', ' ')}`;
  }
}
