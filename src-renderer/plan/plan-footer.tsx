/** The way out of the plan: close it, or say in a sentence what will happen and go through with it. */
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { PortfolioView } from '../../src-server/contract/control.ts';
import { comparePath } from '../compare/comparing.ts';
import { rebalanceUnderWay } from '../portfolio/under-way.ts';
import { formatInstant } from '../shared/format-time.ts';
import { ExecutionOutlook } from './execution-outlook.tsx';
import { ExecutionSentence } from './execution-sentence.tsx';
import type { PlanParameters } from './plan-parameters.ts';
import type { DryRun } from './use-dry-run.ts';
import { useExecution } from './use-execution.ts';

interface PlanFooterProps {
  readonly portfolio: PortfolioView;
  readonly parameters: PlanParameters;
  readonly dryRun: DryRun;
  readonly onClose: () => void;
}

export function PlanFooter({ portfolio, parameters, dryRun, onClose }: PlanFooterProps) {
  const [isConfirming, setConfirming] = useState(false);
  const execution = useExecution(portfolio.portfolio_id, parameters);
  const { plan, isSettling } = dryRun;
  const underWay = rebalanceUnderWay(portfolio);
  const isReady =
    underWay === undefined && plan !== undefined && dryRun.error === null && !isSettling && plan.orders.length > 0;
  if (isConfirming && isReady) {
    return (
      <ConfirmationFrame>
        <div className="plan-what-happens">
          <ExecutionSentence plan={plan} currency={portfolio.currency} />
          <ExecutionOutlook orders={plan.orders} currency={portfolio.currency} />
          <LeftOut explanation={dryRun.explanation} />
        </div>
        <Button variant="default" disabled={execution.isPending} onClick={() => setConfirming(false)}>
          Back
        </Button>
        <Button loading={execution.isPending} onClick={() => execution.mutate()}>
          Yes, execute
        </Button>
      </ConfirmationFrame>
    );
  }
  return (
    <div className="plan-footer">
      <span className="muted">
        {underWay === undefined ? (
          footnote(dryRun)
        ) : (
          <>
            Another rebalance of this portfolio is under way:{' '}
            <Link to={`/rebalances/${underWay.rebalance_id}`}>watch it</Link>. Only one can run at a time.
          </>
        )}
      </span>
      {portfolio.form === 'B' && (
        <Button component={Link} to={comparePath(portfolio.portfolio_id, parameters)} variant="default">
          Compare plans
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button disabled={!isReady} onClick={() => setConfirming(true)}>
        Execute rebalance…
      </Button>
    </div>
  );
}

/** Takes the focus when it comes, because the button that asked for it has gone: the next Tab is within it. */
function ConfirmationFrame({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <fieldset className="plan-footer" data-confirming aria-label="Confirm the execution" tabIndex={-1} ref={place}>
      {children}
    </fieldset>
  );
}

/** What the plan cannot touch, since no exchange of it can be reached: easily overlooked, because it has no order. */
function LeftOut({ explanation }: Pick<DryRun, 'explanation'>) {
  const cutOff = explanation?.skipped.filter(({ reason }) => reason === 'not_connected') ?? [];
  if (cutOff.length === 0) return null;
  return (
    <ul className="plan-left-out warn" aria-label="Left out of this plan">
      {cutOff.map(({ isin, text }) => (
        <li key={isin}>{text}</li>
      ))}
    </ul>
  );
}

function footnote({ plan, error, isSettling }: DryRun): string {
  if (isSettling) return 'Dry run under way …';
  if (error !== null || plan === undefined) return 'A dry run changes nothing and is not billed.';
  return `Dry run of ${formatInstant(plan.created_at)} virtual UTC. It changed nothing and was not billed.`;
}
