/** How far a policy goes back, for every form of one. */
import type { PolicyDraft } from './policy-draft.ts';

export const POLICY_GOALS: readonly { value: PolicyDraft['to']; label: string; meaning: string }[] = [
  { value: 'target', label: 'the targets', meaning: 'Every position goes to its target.' },
  {
    value: 'band_edge',
    label: 'the edge of the band',
    meaning: 'What is outside goes back to its edge; the rest is traded only to pay for that, or to take it.',
  },
];
