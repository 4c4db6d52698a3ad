/**
 * The plan of a rebalance, of either form: parameters left, what it would take right, one way to go through with it.
 * Has its own address (`/portfolios/{id}/plan?budget=10`), so back closes it and a reload opens it again as it was.
 */

import { Button, Modal, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useSession } from '../../../api/world-api.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { useDebouncedUrl } from '../../../components/layout/use-debounced-url.ts';
import { comparePath } from '../../../components/plan/comparison-state.ts';
import classes from '../../../components/plan/plan.module.css';
import { addressOf, parametersIn } from '../../../components/plan/plan-address.ts';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import {
  startingTargets,
  targetsOfWeights,
  weightsFault,
  weightsOf,
} from '../../../components/plan/target-weights-start.ts';
import { rebalanceUnderWay } from '../../../components/portfolios/rebalance-under-way.ts';
import { useShownPortfolio } from '../../../components/portfolios/use-shown-portfolio.ts';
import { paths } from '../../../paths.ts';
import { ConfirmExecution, KeyUsed } from './confirm-execution.tsx';
import { FormAFields } from './form-a-fields.tsx';
import { PlanOutcome } from './plan-outcome.tsx';
import { PlanParametersForm } from './plan-parameters-form.tsx';
import { planWays } from './plan-ways.ts';
import { useConfirmation } from './use-confirmation.ts';
import { type DryRun, useDryRun } from './use-dry-run.ts';

export function PlanDialog() {
  const portfolio = useShownPortfolio();
  const navigate = useNavigate();
  const close = () => navigate(paths.portfolio(portfolio.portfolio_id));
  return (
    <Modal.Root
      opened
      onClose={close}
      size="1320px"
      xOffset="2vw"
      yOffset="3vh"
      centered
      classNames={{ content: classes.planContent, body: classes.planBody }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.planHeader}>
          <Modal.Title>What it would take to rebalance {portfolio.label}</Modal.Title>
          <Modal.CloseButton aria-label="Close the plan" />
        </div>
        <Modal.Body>
          <PlanScreen portfolio={portfolio} onClose={close} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function PlanScreen({ portfolio, onClose }: { readonly portfolio: PortfolioView; readonly onClose: () => void }) {
  const asked = useAsked(portfolio);
  const { parameters, key, ways, fault } = asked;
  const dryRun = useDryRun(portfolio.portfolio_id, parameters, fault === null ? ways : null);
  const confirmation = useConfirmation();
  const { made, usedKey } = confirmation;
  const isAsking = made !== null || usedKey !== null;
  const execute = () => {
    if (ways === null || dryRun.view === undefined) return;
    confirmation.make({ parameters, ways, before: 'dry run', lookedAt: dryRun.view });
  };
  return (
    <>
      <ParametersPane portfolio={portfolio} asked={asked} isInert={isAsking || confirmation.isMaking} />
      <div
        className={classes.planOutcome}
        data-plan-outcome
        aria-live="polite"
        aria-busy={fault === null && dryRun.isSettling}
      >
        <PlanOutcome portfolio={portfolio} parameters={parameters} dryRun={dryRun} made={made} fault={fault} />
      </div>
      {made !== null && (
        <ConfirmExecution
          key={made.view.rebalance.rebalance_id}
          portfolio={portfolio}
          made={made}
          confirmation={confirmation}
        />
      )}
      {usedKey !== null && (
        <KeyUsed
          portfolioId={portfolio.portfolio_id}
          idempotencyKey={key}
          message={usedKey}
          onBack={confirmation.leave}
        />
      )}
      {!isAsking && (
        <PlanFooter
          portfolio={portfolio}
          parameters={parameters}
          dryRun={dryRun}
          isMaking={confirmation.isMaking}
          missing={fault ?? (portfolio.form === 'A' && key.trim() === '' ? NO_KEY : null)}
          onExecute={execute}
          onClose={onClose}
        />
      )}
    </>
  );
}

interface ParametersPaneProps {
  readonly portfolio: PortfolioView;
  readonly asked: ReturnType<typeof useAsked>;
  /** While a plan waits to be confirmed. */
  readonly isInert: boolean;
}

function ParametersPane({ portfolio, asked, isInert }: ParametersPaneProps) {
  const { parameters, setParameters, key, setKey } = asked;
  return (
    <div className={classes.planParameters} inert={isInert}>
      {portfolio.form === 'A' ? (
        <FormAFields
          portfolio={portfolio}
          parameters={parameters}
          onChange={setParameters}
          idempotencyKey={key}
          onKey={setKey}
        />
      ) : (
        <PlanParametersForm parameters={parameters} onChange={setParameters} />
      )}
    </div>
  );
}

const NO_KEY = 'An idempotency key is needed: by it the service executes exactly the plan that you confirm.';

/** The parameters, which the address keeps, and the key, which is new for every plan. */
function useAsked(portfolio: PortfolioView) {
  const [params] = useSearchParams();
  const session = useSession().data;
  const [parameters, setParameters] = useState<PlanParameters>(() => startingParameters(portfolio, params));
  const [key, setKey] = useState(() => `ballast-app-${crypto.randomUUID()}`);
  useDebouncedUrl(addressOf(parameters).toString());
  const ways = useMemo(
    () => (session === undefined ? null : planWays(session, portfolio.portfolio_id, portfolio.form, key.trim())),
    [session, portfolio.portfolio_id, portfolio.form, key],
  );
  const fault = portfolio.form === 'A' ? weightsFault(targetsOfWeights(parameters.targetWeights ?? {})) : null;
  return { parameters, setParameters, key, setKey, ways, fault };
}

function startingParameters(portfolio: PortfolioView, params: URLSearchParams): PlanParameters {
  const asked = parametersIn(params, portfolio.form);
  if (portfolio.form === 'B') return { ...asked, taxMethod: null, targetWeights: null };
  return { ...asked, targetWeights: asked.targetWeights ?? weightsOf(startingTargets(portfolio)) };
}

interface PlanFooterProps {
  readonly portfolio: PortfolioView;
  readonly parameters: PlanParameters;
  readonly dryRun: DryRun;
  readonly isMaking: boolean;
  /** Why it cannot be executed yet, as a sentence. */
  readonly missing: string | null;
  readonly onExecute: () => void;
  readonly onClose: () => void;
}

function PlanFooter(props: PlanFooterProps) {
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
