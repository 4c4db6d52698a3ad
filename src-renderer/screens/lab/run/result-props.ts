/**
 * The properties of every part of the results: one portfolio's results, and which of its policies are shown and
 * compared.
 */
import type { LabPortfolioResult } from '../../../api/runs/lab-api.ts';
import type { useChosenPolicies } from './use-chosen-policies.ts';

export interface ResultProps {
  readonly result: LabPortfolioResult;
  readonly choice: ReturnType<typeof useChosenPolicies>;
}
