/** Beside the name of a portfolio: who approves its plans, and whether its policy executes them. */
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { usePolicy } from '../../../api/activity-api.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { describeExecution } from '../../../components/policies/describe-policy.ts';
import { FORM_BADGES, FORM_EXPLANATIONS } from '../../../components/portfolios/form-name.ts';

export function ApprovalBadges({ portfolio }: { readonly portfolio: PortfolioView }) {
  return portfolio.has_policy ? <PolicyBadges {...portfolio} /> : <FormBadge form={portfolio.form} />;
}

function FormBadge({ form }: Pick<PortfolioView, 'form'>) {
  return <Badge title={FORM_EXPLANATIONS[form]}>{FORM_BADGES[form]}</Badge>;
}

/** A policy that executes its plans is stated instead of the approval that it replaces. */
function PolicyBadges({ portfolio_id: id, form }: Pick<PortfolioView, 'portfolio_id' | 'form'>) {
  const execute = usePolicy(id).data?.execute;
  if (execute === undefined) return <FormBadge form={form} />;
  return (
    <>
      {!(execute && form === 'B') && <FormBadge form={form} />}
      <Badge title={describeExecution({ form, execute })}>
        {execute ? 'policy executes automatically' : 'policy plans, you execute'}
      </Badge>
    </>
  );
}
