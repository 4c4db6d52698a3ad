/**
 * The plan of a rebalance, of either form: parameters left, the resulting plan right, one button to execute it. Has its
 * own address (`/portfolios/{id}/plan?budget=10`), so back closes it and a reload opens it again in the same state.
 */

import { Button, Group, Modal, Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { PlanChangesWire } from '../../../../src-server/contract/service/plan-changes.ts';
import { formatInstant, formatTimeOfDay } from '../../../components/format/format-time.ts';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { PrintButton } from '../../../components/paper/print-button.tsx';
import { comparePath } from '../../../components/plan/comparison-state.ts';
import { formatBeyond } from '../../../components/plan/format-plan-changes.ts';
import classes from '../../../components/plan/plan.module.css';
import { PlanPaper } from '../../../components/plan/plan-paper.tsx';
import { usePlanChanges } from '../../../components/plan/use-plan-changes.ts';
import { rebalanceUnderWay, UnderWayNotice } from '../../../components/portfolios/rebalance-under-way.tsx';
import { useShownPortfolio } from '../../../components/portfolios/use-shown-portfolio.ts';
import { paths } from '../../../paths.ts';
import { ConfirmExecution, KeyUsed } from './confirm-execution.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { PlanOutcome } from './plan-outcome.tsx';
import { type Confirmation, useConfirmation } from './use-confirmation.ts';
import { type DryRun, type PlanQuestion, useDryRun, usePlanQuestion } from './use-dry-run.ts';

export function PlanDialog() {
  const { portfolio_id: portfolioId, label } = useShownPortfolio();
  const question = usePlanQuestion();
  const dryRun = useDryRun(question);
  const navigate = useNavigate();
  const confirmation = useConfirmation();
  const close = () => navigate(paths.portfolio(portfolioId), { replace: true });
  const plan = confirmation.made?.view ?? plannedBy(question, dryRun);
  return (
    <>
      {plan !== undefined && <PlanPaper view={plan} />}
      <Modal.Root
        opened
        onClose={close}
        size="1320px"
        xOffset="2vw"
        yOffset="3vh"
        centered
        classNames={{ inner: classes.planPlace, content: classes.planContent, body: classes.planBody }}
      >
        <Modal.Overlay />
        <Modal.Content>
          <Group justify="space-between" fw={600} flex="none" mih={44} px="lg" py="sm" className={classes.planHeader}>
            <Modal.Title>
              {confirmation.made === null ? 'Plan a rebalance' : 'Execute the rebalance'}: {label}
            </Modal.Title>
            <Modal.CloseButton aria-label="Close the plan" />
          </Group>
          <Modal.Body>
            <PlanScreen {...{ question, dryRun, confirmation }} onClose={close} />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  );
}

function PlanScreen({ question, dryRun, confirmation, onClose }: Omit<PlanFooterProps, 'since'>) {
  const portfolio = useShownPortfolio();
  const { made, usedKey } = confirmation;
  const dryRunId = made === null && dryRun.error === null ? dryRun.view?.rebalance.rebalance_id : undefined;
  const since = usePlanChanges(dryRunId).data;
  const isSettling = question.fault === null && dryRun.isSettling;
  if (made !== null) {
    return <ConfirmExecution key={made.view.rebalance.rebalance_id} {...{ made, confirmation }} />;
  }
  return (
    <>
      <div className={classes.planParameters} inert={usedKey !== null || confirmation.isMaking}>
        <ParameterFields question={question} />
      </div>
      <Stack
        gap="md"
        p="lg"
        miw={0}
        className={classes.planOutcome}
        data-plan-outcome
        aria-live="polite"
        aria-busy={isSettling}
      >
        <UnderWayNotice portfolio={portfolio}>
          This plan starts from the current holdings, after the fills so far of the rebalance under way. You can execute
          it when that rebalance has ended.
        </UnderWayNotice>
        <PlanOutcome question={question} dryRun={dryRun} since={since} />
      </Stack>
      {usedKey === null ? (
        <PlanFooter {...{ question, dryRun, since, confirmation, onClose }} />
      ) : (
        <KeyUsed idempotencyKey={question.idempotencyKey} confirmation={confirmation} />
      )}
    </>
  );
}

/** The previewed plan: none if the parameters are invalid, or the response was an error. */
function plannedBy({ fault }: PlanQuestion, { view, error }: DryRun) {
  return fault === null && error === null ? view : undefined;
}

const NO_KEY = 'Enter an idempotency key. With it, the service executes exactly the plan that you confirm.';

interface PlanFooterProps {
  readonly question: PlanQuestion;
  readonly dryRun: DryRun;
  readonly since: PlanChangesWire | undefined;
  readonly confirmation: Confirmation;
  readonly onClose: () => void;
}

function PlanFooter({ question, dryRun, since, confirmation, onClose }: PlanFooterProps) {
  const portfolio = useShownPortfolio();
  const { parameters, api, idempotencyKey } = question;
  const missing = question.fault ?? (portfolio.form === 'A' && idempotencyKey.trim() === '' ? NO_KEY : null);
  const underWay = rebalanceUnderWay(portfolio);
  const { view, error, isSettling } = dryRun;
  const lookedAt = error === null && view !== undefined && view.rebalance.orders.length > 0 ? view : null;
  const isReady = underWay === undefined && missing === null && !isSettling;
  return (
    <div className={classes.planFooter}>
      <Toned tone="dimmed">{missing ?? <DryRunState {...{ dryRun, since }} isTyping={question.isTyping} />}</Toned>
      {since !== undefined && (since.differs || since.obstacle !== null) && (
        <Button variant="default" disabled={isSettling} onClick={dryRun.retry}>
          Refresh the dry run
        </Button>
      )}
      {lookedAt !== null && <PrintButton name={`proposal-${portfolio.portfolio_id}`} disabled={isSettling} />}
      <LinkButton usesFields to={comparePath(portfolio.portfolio_id, parameters)}>
        Compare plans
      </LinkButton>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button
        disabled={!isReady || api === null || lookedAt === null}
        loading={confirmation.isMaking}
        onClick={() => api && lookedAt && confirmation.make({ parameters, api, before: 'dry run', lookedAt })}
      >
        Execute rebalance…
      </Button>
    </div>
  );
}

/** The service creates the plan to confirm, and counts it whether or not it is executed. */
const QUOTA_OF_A_PLAN =
  '“Execute rebalance…” first makes the final plan for you to confirm. Making it already uses one rebalance of your quota.';

type DryRunStateProps = Pick<PlanFooterProps, 'dryRun' | 'since'> & Pick<PlanQuestion, 'isTyping'>;

/** In the footer, so that a message about changes moves nothing. */
function DryRunState({ dryRun: { view, error, isSettling }, since, isTyping }: DryRunStateProps) {
  const { form } = useShownPortfolio();
  const quota = form === 'B' ? ` ${QUOTA_OF_A_PLAN}` : '';
  if (isTyping) return 'This plan is out of date: press Enter to plan with the new value.';
  if (isSettling) return 'Dry run under way …';
  if (error !== null || view === undefined) return 'A dry run changes nothing and uses no quota.';
  const plannedAt = view.rebalance.created_at;
  if (since !== undefined && (since.obstacle !== null || since.beyond_tolerance)) {
    return (
      <Toned tone="warn">
        <span aria-hidden>! </span>
        {since.obstacle === null
          ? `${formatBeyond(since)} since the dry run of ${formatTimeOfDay(plannedAt)}.`
          : `It could not be executed now. ${since.obstacle}`}
      </Toned>
    );
  }
  if (since?.differs === true) {
    return `Dry run of ${formatInstant(plannedAt)} virtual UTC, without using quota. Prices have moved since, but within the tolerance.${quota}`;
  }
  return `Dry run of ${formatInstant(plannedAt)} virtual UTC. It changed nothing and used no quota.${quota}`;
}
