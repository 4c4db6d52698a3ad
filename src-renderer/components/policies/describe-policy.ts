/** The policy of a form, as a sentence. Pure. */
import { policySentence } from '../../../src-server/contract/control/portfolios/policy-sentence.ts';
import type { Policy } from '../../api/activity-api.ts';
import { type PolicyDraft, policyBody } from './policy-draft.ts';

type Described = Omit<PolicyDraft, 'execute'> & { readonly settings?: Policy['settings'] };

export function describePolicy({ settings, ...draft }: Described): string {
  return policySentence(policyBody({ ...draft, execute: true }, settings));
}
