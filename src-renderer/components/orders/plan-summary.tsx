/** The explanation of a plan, in the service's own sentence; nothing for plans made before there were explanations. */
import { Paper } from '@mantine/core';
import type { PlanExplanationWire } from '../../../src-server/contract/service/explanation.ts';
import { formatMoney, withOwnSpaces } from '../format/format-number.ts';
import classes from './explanation.module.css';
import { GainsTaxNote } from './gains-tax-note.tsx';

interface PlanSummaryProps {
  readonly explanation: PlanExplanationWire | null;
  /** On the gains of its sells, which the sentence does not mention; null if it was not estimated. */
  readonly tax: number | null;
  readonly currency: string;
  readonly portfolioId: string;
  /** It was executed: the result may differ from the plan. */
  readonly isPast?: boolean;
}

export function PlanSummary({ explanation, tax, currency, portfolioId, isPast = false }: PlanSummaryProps) {
  if (explanation === null) return null;
  return (
    <Paper component="section" className={classes.planSummary} aria-label="Reasons for this plan">
      <p>
        {isPast && <strong>The plan: </strong>}
        {withOwnSpaces(explanation.summary)}
        {tax !== null &&
          tax !== 0 &&
          ` Its sells also realise gains. The estimated tax on them, on top of these costs, is ${formatMoney(tax)} ${currency}.`}
      </p>
      {tax !== null && tax !== 0 && <GainsTaxNote portfolioId={portfolioId} scope="plan" />}
    </Paper>
  );
}
