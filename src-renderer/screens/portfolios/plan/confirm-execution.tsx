/** Asks before the orders of a plan are sent, and asks again if the plan has changed. */
import { Button, Paper, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { startRebalanceA } from '../../../api/rebalances-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { plural } from '../../../components/format/format-number.ts';
import { formatTimeOfDay } from '../../../components/format/format-time.ts';
import { figuresOf, formatDifferences } from '../../../components/plan/compared-plan.tsx';
import { DifferencesTable } from '../../../components/plan/differences-table.tsx';
import { ExecutionOutlook } from '../../../components/plan/execution-outlook.tsx';
import { formatBeyond, formatTolerance, TOLERANCE_RULES } from '../../../components/plan/format-plan-changes.ts';
import { canContinue, MovedAgain } from '../../../components/plan/moved-again.tsx';
import classes from '../../../components/plan/plan.module.css';
import { useCheckedExecution } from '../../../components/plan/use-checked-execution.ts';
import { useShownPortfolio } from '../../../components/portfolios/use-shown-portfolio.ts';
import { paths } from '../../../paths.ts';
import { PlanShown } from './plan-outcome.tsx';
import type { Confirmation, MadePlan } from './use-confirmation.ts';

/**
 * One scroll area: the orders, how they differ from the reviewed plan, and what to expect; the buttons stay below it.
 */
export function ConfirmExecution({ made, confirmation }: Readonly<{ made: MadePlan; confirmation: Confirmation }>) {
  const { currency, form } = useShownPortfolio();
  const { view, parameters, api } = made;
  const { rebalance_id: rebalanceId, orders } = view.rebalance;
  const { moved, wasPressed, isPending, press } = useCheckedExecution({
    rebalanceId,
    isReserved: form === 'A',
    execute: () => api.execute(view, parameters),
    onDone: confirmation.done,
  });
  return (
    <>
      <Stack gap="md" p="lg" miw={0} className={classes.planOutcome} data-confirmed aria-live="polite">
        <PlanShown parameters={parameters} view={view} confirmed={made.changes}>
          {moved === null ? <MadeDifferences {...made} /> : <MovedAgain {...{ moved, wasPressed, currency }} />}
          <ExecutionOutlook orders={orders} currency={currency} />
        </PlanShown>
      </Stack>
      <ConfirmationFrame>
        <Text c="dimmed">Once the orders are sent, you can cancel only those that are still open. {QUOTA[form]}</Text>
        <Button variant="default" disabled={isPending} onClick={confirmation.leave}>
          Back
        </Button>
        {moved === null && (
          <Button loading={isPending} onClick={() => press(false)}>
            Yes, execute
          </Button>
        )}
        {moved !== null && canContinue(moved) && (
          <Button variant="default" loading={isPending} onClick={() => press(true)}>
            Execute the confirmed orders anyway
          </Button>
        )}
        {moved !== null && (
          <Button
            disabled={isPending}
            onClick={() => confirmation.make({ parameters, api, before: 'earlier plan', lookedAt: view })}
          >
            Make a new plan and ask again
          </Button>
        )}
      </ConfirmationFrame>
    </>
  );
}

const QUOTA = {
  A: 'Executing the plan uses one rebalance of your quota. “Back” discards the plan.',
  B: 'Making this plan has already used one rebalance of your quota. “Back” discards the plan, but does not restore the quota.',
} as const;

/** The differences between the plan to be confirmed and the one reviewed before. */
function MadeDifferences({ changes, before, lookedAt, view }: MadePlan) {
  const { currency } = useShownPortfolio();
  const earlier = `the ${before} of ${formatTimeOfDay(changes.planned_at)}`;
  if (!changes.differs) {
    return (
      <Notice tone="ok">
        <strong>These orders will be sent.</strong> They are the same as in {earlier}, order by order.
      </Notice>
    );
  }
  const figures = formatDifferences(figuresOf(lookedAt.rebalance), figuresOf(view.rebalance), currency);
  const differing = changes.orders.filter(({ change }) => change !== 'same').length;
  const others = formatOtherOrders(changes);
  return (
    <Stack gap="sm">
      {changes.beyond_tolerance ? (
        <Notice tone="warn">
          <strong>These orders will be sent, and they differ from {earlier}.</strong> {formatBeyond(changes)}.
          <div title={TOLERANCE_RULES}>{formatTolerance(changes)}</div>
        </Notice>
      ) : (
        <Notice tone={others === '' ? 'ok' : 'warn'}>
          <strong>These orders will be sent{others === '' ? '' : `: ${others}`}.</strong> Prices have moved a little
          since {earlier}
          {figures === '' ? '' : `: ${figures}`}. {differing} of {plural(changes.orders.length, 'order')}{' '}
          {differing === 1 ? 'differs' : 'differ'}, within the tolerance.
        </Notice>
      )}
      <Paper>
        <DifferencesTable changes={changes} currency={currency} before={before} after="this plan" />
      </Paper>
    </Stack>
  );
}

/** Changes other than in price: `2 orders are new, 1 order is gone`. Empty if there are none. */
function formatOtherOrders({ orders }: MadePlan['changes']): string {
  const says = [
    ['added', 'new'],
    ['removed', 'gone'],
    ['other_exchange', 'at another exchange'],
  ] as const;
  return says
    .map(([change, phrase]) => [orders.filter((order) => order.change === change).length, phrase] as const)
    .filter(([count]) => count > 0)
    .map(([count, phrase]) => `${plural(count, 'order')} ${count === 1 ? 'is' : 'are'} ${phrase}`)
    .join(', ');
}

/** Takes the focus, because the button that opened it is gone. */
function ConfirmationFrame({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLFieldSetElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <fieldset
      className={classes.planFooter}
      data-confirming
      aria-label="Confirm the execution"
      tabIndex={-1}
      ref={frame}
    >
      {children}
    </fieldset>
  );
}

/** Warns before the request is sent that a key of Form A has been used already. */
export function KeyUsed({
  idempotencyKey,
  confirmation,
}: Readonly<{ idempotencyKey: string; confirmation: Confirmation }>) {
  const { portfolio_id: portfolioId } = useShownPortfolio();
  const session = useSession().data;
  const navigate = useNavigate();
  const send = useAction({
    doing: 'Sending the request again',
    run: async () => {
      if (session === undefined) throw new Error('The app is not connected to the service yet. Try again in a moment.');
      // A used key gets its first response whatever else the request contains (decision F5); with an unused key this is
      // refused.
      return startRebalanceA(session, portfolioId, { target_weights: {}, idempotency_key: idempotencyKey });
    },
    done: ({ rebalanceId }) => `Nothing was executed: the service repeated the response of ${rebalanceId}.`,
    after: ({ rebalanceId }) => navigate(paths.rebalance(rebalanceId)),
  });
  return (
    <ConfirmationFrame>
      <Notice tone="warn">
        <strong>This key was used before.</strong> {confirmation.usedKey}
        <Text component="div" c="dimmed">
          Enter another key to execute this plan. A key can be used again 24 hours of virtual time after its first
          response.
        </Text>
      </Notice>
      <Button variant="default" onClick={confirmation.leave}>
        Back
      </Button>
      <Button loading={send.isPending} onClick={() => send.mutate(undefined)}>
        Resend, to get the first response again
      </Button>
    </ConfirmationFrame>
  );
}
