/** Opens a compared plan in the plan dialog, or explains why it cannot. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { type Constraints, useConstraints } from '../../../api/portfolios-api.ts';
import { constraintsUndoing, saveConstraints } from '../../../components/constraints/save-constraints.ts';
import { formatMoney } from '../../../components/format/format-number.ts';
import { usesFields } from '../../../components/forms/unread-field.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { Hint } from '../../../components/layout/hint.tsx';
import { comparedPlan } from '../../../components/plan/compared-plan.tsx';
import type { Variant } from '../../../components/plan/comparison-state.ts';
import { planPath } from '../../../components/plan/plan-address.ts';
import { whyNoPlan } from '../../../components/portfolios/portfolio-actions.ts';
import type { ComparedVariant } from './goal-plan.ts';

interface UsePlanProps {
  readonly portfolio: PortfolioView;
  readonly comparison: Comparison;
  readonly parameters: Variant;
  /** Name of the variant for screen readers: "variant B". */
  readonly what: string;
  /** The result of the parameters; undefined if it is unknown. */
  readonly result: ComparedVariant | undefined;
  readonly isPrimary?: boolean;
}

/**
 * Opens the plan dialog with the parameters of a variant, which reports later changes. A request for a plan has no
 * gains tax budget: a variant with a lower one than its portfolio first offers to set it there.
 */
export function UsePlan({ portfolio, comparison, parameters, what, result, isPrimary = false }: UsePlanProps) {
  const [isAsking, setAsking] = useState(false);
  const { constraints } = useConstraints(portfolio.portfolio_id).data ?? {};
  const whyNot = whyNoPlan(portfolio);
  const label = { ...usesFields, 'aria-label': `Use this plan: ${what}`, children: 'Use this plan' };
  const variant = isPrimary ? 'filled' : 'default';
  if (whyNot !== null) {
    return (
      <Hint label={whyNot} maw={320}>
        <Button variant="default" aria-disabled data-disabled {...label} />
      </Hint>
    );
  }
  const to = planPath(portfolio.portfolio_id, parameters);
  const state = { compared: result && comparedPlan(what, comparison.as_of, result) };
  const budget = parameters.gainsTaxBudget;
  if (budget === null) return <Button component={Link} to={to} state={state} variant={variant} {...label} />;
  if (constraints === undefined) return <Button variant={variant} disabled {...label} />;
  const own = constraints.gains_tax_budget;
  if (own !== undefined && own <= budget) {
    return <Button component={Link} to={to} state={state} variant={variant} {...label} />;
  }
  return (
    <>
      <Button variant={variant} onClick={() => setAsking(true)} {...label} />
      {isAsking && <BudgetDialog {...{ portfolio, constraints, budget, to, state }} onClose={() => setAsking(false)} />}
    </>
  );
}

interface BudgetDialogProps {
  readonly portfolio: PortfolioView;
  readonly constraints: Constraints;
  readonly budget: number;
  readonly to: string;
  readonly state: object;
  readonly onClose: () => void;
}

/** A plan only has the constraints of its portfolio, so the budget becomes one of them. */
function BudgetDialog({ portfolio, constraints, budget, to, state, onClose }: BudgetDialogProps) {
  const navigate = useNavigate();
  const { portfolio_id: id, label, currency } = portfolio;
  const own = constraints.gains_tax_budget;
  const changed = { ...constraints, gains_tax_budget: budget };
  return (
    <ConfirmDialog
      title="Set this gains tax budget for the portfolio?"
      confirm="Set budget and plan"
      keep="Not now"
      isHarmless
      action={{
        doing: 'Setting the gains tax budget',
        run: () => saveConstraints(id, constraints, changed),
        done: () => `The gains tax budget of ${label} is ${formatMoney(budget)} ${currency}.`,
        after: () => navigate(to, { state }),
        undo: () => constraintsUndoing(id, constraints, changed),
      }}
      onClose={onClose}
    >
      <p>
        To use this plan, its gains tax budget has to be set as a constraint of the portfolio. {label} then has a gains
        tax budget of {formatMoney(budget)} {currency}
        {own !== undefined && ` in place of ${formatMoney(own)} ${currency}`}. It limits every new plan until you change
        it on the page of the portfolio, under <em>Constraints</em>.
      </p>
    </ConfirmDialog>
  );
}
