/** The way out of the plan: close it, compare it with others, or have the plan made that is then confirmed. */

import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { comparePath } from '../../../components/plan/comparison-state.ts';
import classes from '../../../components/plan/plan.module.css';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import { rebalanceUnderWay } from '../../../components/portfolios/rebalance-under-way.ts';
import { paths } from '../../../paths.ts';
import type { DryRun } from './use-dry-run.ts';

interface PlanFooterProps {
  readonly portfolio: PortfolioView;
  readonly parameters: PlanParameters;
  readonly dryRun: DryRun;
  readonly isMaking: boolean;
  /** What is missing before it can be executed, as a sentence; null: nothing. */
  readonly missing: string | null;
  readonly onExecute: () => void;
  readonly onClose: () => void;
}

export function PlanFooter(props: PlanFooterProps) {
  const { portfolio, parameters, dryRun, isMaking, missing, onExecute, onClose } = props;
  const { view, isSettling } = dryRun;
  const underWay = rebalanceUnderWay(portfolio);
  const hasOrders = view !== undefined && dryRun.error === null && view.rebalance.orders.length > 0;
  const isReady = underWay === undefined && missing === null && hasOrders && !isSettling;
  return (
    <div className={classes.planFooter}>
      <Text span c="dimmed">
        {underWay === undefined ? (
          (missing ?? footnote(dryRun))
        ) : (
          <>
            Another rebalance of this portfolio is under way:{' '}
            <Link to={paths.rebalance(underWay.rebalance_id)}>watch it</Link>. Only one can run at a time.
          </>
        )}
      </Text>
      <Button component={Link} to={comparePath(portfolio, parameters)} variant="default">
        Compare plans
      </Button>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button disabled={!isReady} loading={isMaking} onClick={onExecute}>
        Execute rebalance…
      </Button>
    </div>
  );
}

function footnote({ view, error, isSettling }: DryRun): string {
  if (isSettling) return 'Dry run under way …';
  if (error !== null || view === undefined) return 'A dry run changes nothing and is not billed.';
  const { created_at: madeAt } = view.rebalance;
  return `Dry run of ${formatInstant(madeAt)} virtual UTC. It changed nothing and was not billed.`;
}
