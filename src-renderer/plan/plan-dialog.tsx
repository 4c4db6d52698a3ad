/**
 * The plan of a rebalance: parameters left, what it would take right, one way to go through with it.
 * Has its own address (`/portfolios/{id}/plan?budget=10`), so back closes it and a reload opens it again as it was.
 */
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { PortfolioView } from '../../src-server/contract/control.ts';
import { addressOf, parametersIn } from './plan-address.ts';
import { PlanFooter } from './plan-footer.tsx';
import { PlanOutcome } from './plan-outcome.tsx';
import type { PlanParameters } from './plan-parameters.ts';
import { PlanParametersForm } from './plan-parameters-form.tsx';
import { useDryRun } from './use-dry-run.ts';
import { useRestedAddress } from './use-rested-address.ts';
import './plan.css';

export function PlanDialog({ portfolio }: { readonly portfolio: PortfolioView }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [parameters, setParameters] = useState<PlanParameters>(() => parametersIn(params));
  useRestedAddress(addressOf(parameters).toString());
  const dryRun = useDryRun(portfolio.portfolio_id, parameters, portfolio.form === 'B');
  const close = () => navigate(`/portfolios/${portfolio.portfolio_id}`);
  return (
    <Modal.Root
      opened
      onClose={close}
      size="1320px"
      xOffset="2vw"
      yOffset="3vh"
      centered
      classNames={{ content: 'plan-content', body: 'plan-body' }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className="plan-header">
          <Modal.Title>What it would take to rebalance {portfolio.label}</Modal.Title>
          <Modal.CloseButton aria-label="Close the plan" />
        </div>
        <Modal.Body>
          <PlanParametersForm parameters={parameters} onChange={setParameters} />
          <div className="plan-outcome" aria-live="polite" aria-busy={dryRun.isSettling}>
            <PlanOutcome portfolio={portfolio} parameters={parameters} dryRun={dryRun} />
          </div>
          <PlanFooter portfolio={portfolio} parameters={parameters} dryRun={dryRun} onClose={close} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
