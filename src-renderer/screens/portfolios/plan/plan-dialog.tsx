/**
 * The plan of a rebalance, of either form: parameters left, what it would take right, one way to go through with it.
 * Has its own address (`/portfolios/{id}/plan?budget=10`), so back closes it and a reload opens it again as it was.
 */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { formatInstant } from '../../../components/format/format-time.ts';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { comparePath } from '../../../components/plan/comparison-state.ts';
import classes from '../../../components/plan/plan.module.css';
import { rebalanceUnderWay } from '../../../components/portfolios/rebalance-under-way.ts';
import { useShownPortfolio } from '../../../components/portfolios/use-shown-portfolio.ts';
import { paths } from '../../../paths.ts';
import { ConfirmExecution, KeyUsed } from './confirm-execution.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { PlanOutcome } from './plan-outcome.tsx';
import { type Confirmation, useConfirmation } from './use-confirmation.ts';
import { type Asked, type DryRun, useAsked, useDryRun } from './use-dry-run.ts';

export function PlanDialog() {
  const { portfolio_id: portfolioId, label } = useShownPortfolio();
  const navigate = useNavigate();
  const close = () => navigate(paths.portfolio(portfolioId));
  return (
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
          <Modal.Title>What it would take to rebalance {label}</Modal.Title>
          <Modal.CloseButton aria-label="Close the plan" />
        </Group>
        <Modal.Body>
          <PlanScreen onClose={close} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function PlanScreen({ onClose }: { readonly onClose: () => void }) {
  const asked = useAsked();
  const dryRun = useDryRun(asked);
  const confirmation = useConfirmation();
  const { made, usedKey } = confirmation;
  const isAsking = made !== null || usedKey !== null;
  const isSettling = asked.fault === null && dryRun.isSettling;
  return (
    <>
      <div className={classes.planParameters} inert={isAsking || confirmation.isMaking}>
        <ParameterFields asked={asked} />
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
        <PlanOutcome asked={asked} dryRun={dryRun} made={made} />
      </Stack>
      {made !== null && <ConfirmExecution key={made.view.rebalance.rebalance_id} {...{ made, confirmation }} />}
      {usedKey !== null && <KeyUsed idempotencyKey={asked.idempotencyKey} confirmation={confirmation} />}
      {!isAsking && <PlanFooter {...{ asked, dryRun, confirmation, onClose }} />}
    </>
  );
}

const NO_KEY = 'An idempotency key is needed: by it the service executes exactly the plan that you confirm.';

interface PlanFooterProps {
  readonly asked: Asked;
  readonly dryRun: DryRun;
  readonly confirmation: Confirmation;
  readonly onClose: () => void;
}

function PlanFooter({ asked, dryRun, confirmation, onClose }: PlanFooterProps) {
  const portfolio = useShownPortfolio();
  const { parameters, ways, idempotencyKey } = asked;
  const missing = asked.fault ?? (portfolio.form === 'A' && idempotencyKey.trim() === '' ? NO_KEY : null);
  const underWay = rebalanceUnderWay(portfolio);
  const { view, error, isSettling } = dryRun;
  const lookedAt = error === null && view !== undefined && view.rebalance.orders.length > 0 ? view : null;
  const isReady = underWay === undefined && missing === null && !isSettling;
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
      <LinkButton to={comparePath(portfolio.portfolio_id, parameters)}>Compare plans</LinkButton>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button
        disabled={!isReady || ways === null || lookedAt === null}
        loading={confirmation.isMaking}
        onClick={() => ways && lookedAt && confirmation.make({ parameters, ways, before: 'dry run', lookedAt })}
      >
        Execute rebalance…
      </Button>
    </div>
  );
}

function footnote({ view, error, isSettling }: DryRun): string {
  if (isSettling) return 'Dry run under way …';
  if (error !== null || view === undefined) return 'A dry run changes nothing and is not billed.';
  return `Dry run of ${formatInstant(view.rebalance.created_at)} virtual UTC. It changed nothing and was not billed.`;
}
