/** How to fix what a finding shows: the advice of its rule, and how the operation that the fault hit is retried. Pure. */
import { OPERATION_NAMES, type OperationName } from '../contract/service/operation-names.ts';
import { RULES, type RuleBreach } from './verdict.ts';

/** In sentences. Only `startRebalance` has an idempotency key; every other operation refuses one as an unknown field. */
export function remedyOf({ rule, subject }: Pick<RuleBreach, 'rule' | 'subject'>): string {
  const { remedy } = RULES[rule];
  if (rule !== 'gave_up' && rule !== 'crashed') return remedy;
  const advice = adviceFor(subject);
  return advice === null ? remedy : `${remedy} ${advice}`;
}

function adviceFor(subject: string): string | null {
  const operation = OPERATION_NAMES.find((name) => name === subject);
  if (operation !== undefined) return RETRIES[operation];
  return subject.startsWith('webhook_') ? WEBHOOKS : null;
}

const WEBHOOKS =
  'Accept webhooks late, twice and in any order, refuse those that are old or badly signed, and poll the status of the rebalance if none comes.';

const READ = 'Retry the request after a pause: it only reads, so a retry is safe.';
const CHANGE =
  'An error of the service means that nothing was done: retry after the seconds in Retry-After, or after a pause.';

const RETRIES: Readonly<Record<OperationName, string>> = {
  startRebalance:
    'Retry the request after a pause with the same idempotency key, so that it is traded once even if the first attempt was processed.',
  createPortfolio: `${CHANGE} After a lost response, report it instead: the operation has no idempotency key, so a retry may create a second portfolio.`,
  createPlan: `${CHANGE} After a lost response, make another plan: a plan trades nothing until it is executed.`,
  executePlan: `${CHANGE} After a lost response, read the rebalance first: it may be executing already.`,
  cancelPlan: `${CHANGE} After a lost response, read the rebalance first: it may be cancelled already.`,
  deletePortfolio: `${CHANGE} After a lost response, read the portfolio first: not_found means that it is deleted.`,
  getPortfolio: READ,
  getRebalance: READ,
  getPrices: READ,
  getRebalanceA: READ,
  getMifidRecord: READ,
};
