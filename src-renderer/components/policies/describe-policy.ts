/** The policy of a form, as a sentence. Pure. */
import { policySentence } from '../../../src-server/contract/control/portfolios/policy-sentence.ts';
import type { PortfolioView } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { Policy } from '../../api/activity-api.ts';
import { type PolicyTerms, policyBody } from './policy-draft.ts';

type Described = PolicyTerms & { readonly settings?: Policy['settings'] };

/** `isConstrained`: constraints may keep its plans from the targets. */
export function describePolicy({ settings, ...draft }: Described, isConstrained: boolean): string {
  return policySentence(policyBody({ ...draft, execute: true }, settings), isConstrained);
}

/** Whether a deposit is a reason to rebalance; otherwise it waits in cash, which has no band (decision H). */
export const investsDeposits = ({ when }: Pick<Policy, 'when'>) =>
  when.some(({ cash_flow: flow }) => flow !== undefined);

type Executed = Readonly<{ form: PortfolioView['form']; execute: boolean }>;

/** Whether a policy trades, as a sentence. */
export function describeExecution({ form, execute }: Executed): string {
  if (execute) return 'It executes its plans without asking you.';
  return form === 'A' ? 'It makes dry runs only.' : 'It makes plans, which wait for you to execute them.';
}
