/** The policy of a form, as a sentence. Pure. */
import { policySentence } from '../../../src-server/contract/control/portfolios/policy-sentence.ts';
import type { Policy } from '../../api/activity-api.ts';
import { type PolicyDraft, policyBody } from './policy-draft.ts';

type Described = Omit<PolicyDraft, 'execute'> & { readonly settings?: Policy['settings'] };

/** `isConstrained`: constraints may keep its plans from the targets. */
export function describePolicy({ settings, ...draft }: Described, isConstrained: boolean): string {
  return policySentence(policyBody({ ...draft, execute: true }, settings), isConstrained);
}
