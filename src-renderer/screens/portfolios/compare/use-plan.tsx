/** The way from a variant to the plan dialog, which opens with its parameters; or why there is none. */
import { Button, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { planPath } from '../../../components/plan/plan-address.ts';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import { whyNoPlan } from '../../../components/portfolios/why-no-plan.ts';

interface UsePlanProps {
  readonly portfolio: PortfolioView;
  readonly parameters: PlanParameters;
  /** What is used, for who does not see the column: "variant B". */
  readonly what: string;
  readonly isPrimary?: boolean;
}

export function UsePlan({ portfolio, parameters, what, isPrimary = false }: UsePlanProps) {
  const whyNot = whyNoPlan(portfolio);
  if (whyNot === null) {
    return (
      <Button
        component={Link}
        to={planPath(portfolio.portfolio_id, parameters)}
        variant={isPrimary ? 'filled' : 'default'}
        size="xs"
        aria-label={`Use this one: ${what}`}
      >
        Use this one
      </Button>
    );
  }
  return (
    <Tooltip label={whyNot} maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Button variant="default" size="xs" aria-disabled data-disabled aria-label={`Use this one: ${what}`}>
        Use this one
      </Button>
    </Tooltip>
  );
}
