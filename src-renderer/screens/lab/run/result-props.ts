/**
 * The properties of every part of the results: one portfolio's results, and which of its policies are shown and
 * compared.
 */
import type { LabPortfolioResult } from '../../../../src-server/contract/control/lab/lab-runs.ts';
import type { useChosenPolicies } from './use-chosen-policies.ts';

export interface ResultProps {
  readonly result: LabPortfolioResult;
  readonly choice: ReturnType<typeof useChosenPolicies>;
}
