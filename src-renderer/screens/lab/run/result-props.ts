/** What every part of the results takes: those of one portfolio, and which of its policies are drawn and compared. */
import type { LabPortfolioResult } from '../../../api/runs/lab-api.ts';
import type { useChosenPolicies } from './use-chosen-policies.ts';

export interface ResultProps {
  readonly result: LabPortfolioResult;
  readonly choice: ReturnType<typeof useChosenPolicies>;
}
