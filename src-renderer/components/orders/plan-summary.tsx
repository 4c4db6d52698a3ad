/** Why a plan is what it is, in the service's own sentence; nothing for plans from before there were explanations. */
import { Paper } from '@mantine/core';
import type { PlanExplanationWire } from '../../../src-server/contract/service/explanation.ts';
import classes from './explanation.module.css';

export function PlanSummary({ explanation }: { readonly explanation: PlanExplanationWire | null }) {
  if (explanation === null) return null;
  return (
    <Paper component="section" className={classes.planSummary} aria-label="Why this plan">
      <p>{explanation.summary}</p>
    </Paper>
  );
}
