/** How far a policy trades back, for all policy forms. */
import type { PolicyDraft } from './policy-draft.ts';

export const POLICY_GOALS: readonly { value: PolicyDraft['to']; label: string; meaning: string }[] = [
  { value: 'target', label: 'the targets', meaning: 'Every position is traded back to its target.' },
  {
    value: 'band_edge',
    label: 'the edge of the band',
    meaning:
      'Positions outside the band are traded back to its edge. Others are traded only to fund this or to absorb the cash.',
  },
];
