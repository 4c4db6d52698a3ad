/** What a client did, as a set of words: two trials with the same words are taken for the same behaviour (decision Q2). Pure. */
import type { TrialRecord, TrialRequest } from './trial-record.ts';

/** `startRebalance 202 > getRebalanceA`, `rebalance.complete 200`, `ends with 0`. */
export function behaviourOf({ requests, attempts, end }: TrialRecord): string[] {
  const steps = requests.map((request, index) => {
    const next = requests[index + 1];
    return `${answered(request)} > ${next === undefined ? 'nothing' : nameOf(next)}`;
  });
  const webhooks = attempts.map(
    ({ type, status, injected }) => `${type}${injected === null ? '' : ` ${injected}`} ${status ?? 'unanswered'}`,
  );
  const last = end.how === 'exited' ? `ends with ${end.code}` : end.how;
  return [...new Set([...steps, ...webhooks, last])].sort();
}

function answered(request: TrialRequest): string {
  const { fault, status, code } = request;
  const answer = fault === null ? (code ?? status ?? 'nothing') : fault.kind;
  return `${nameOf(request)} ${answer}`;
}

function nameOf({ operation, method, path }: TrialRequest): string {
  return operation ?? `${method} ${path.split('?')[0]}`;
}
