/** Asks before the orders of a plan are sent, and asks again where the plan has moved. */
import { Box, Button, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { PortfolioView, RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { OrderWire, RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { startRebalanceA } from '../../../api/rebalances-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { formatCostBps, formatMoney, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { ExecutionOutlook } from '../../../components/plan/execution-outlook.tsx';
import { canContinue, MovedAgain } from '../../../components/plan/moved-again.tsx';
import classes from '../../../components/plan/plan.module.css';
import { SinceNotice } from '../../../components/plan/since-notice.tsx';
import { useCheckedExecution } from '../../../components/plan/use-checked-execution.ts';
import { usePlanChanges } from '../../../components/plan/use-plan-changes.ts';
import { paths } from '../../../paths.ts';
import type { Confirmation, MadePlan } from './use-confirmation.ts';

interface ConfirmExecutionProps {
  readonly portfolio: PortfolioView;
  readonly made: MadePlan;
  readonly confirmation: Confirmation;
}

export function ConfirmExecution({ portfolio, made, confirmation }: ConfirmExecutionProps) {
  const { view, parameters, ways } = made;
  const { currency, form } = portfolio;
  const { rebalance_id: rebalanceId } = view.rebalance;
  const since = usePlanChanges(rebalanceId).data;
  const { moved, isPending, press } = useCheckedExecution();
  const plan = {
    rebalanceId,
    isHeld: form === 'A',
    execute: () => ways.execute(view, parameters),
    onDone: confirmation.done,
  };
  const anew = () => confirmation.make({ parameters, ways, before: 'earlier plan', lookedAt: view });
  return (
    <ConfirmationFrame>
      {/* A scrolling region has to be reached by the keyboard, and this one need not hold anything that can be. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <div className={classes.planWhatHappens} tabIndex={0}>
        {moved === null ? (
          <>
            <ExecutionSentence plan={view.rebalance} currency={currency} form={form} />
            <SinceNotice changes={since} currency={currency} what="this plan" onAnew={null} />
            <ExecutionOutlook orders={view.rebalance.orders} currency={currency} />
            <LeftOut explanation={view.explanation} />
          </>
        ) : (
          <MovedAgain moved={moved} currency={currency} />
        )}
      </div>
      <Button variant="default" disabled={isPending} onClick={confirmation.leave}>
        Back
      </Button>
      {moved === null ? (
        <Button loading={isPending} onClick={() => press(plan, false)}>
          Yes, execute
        </Button>
      ) : (
        <>
          {canContinue(moved) && (
            <Button variant="default" loading={isPending} onClick={() => press(plan, true)}>
              Execute the confirmed orders all the same
            </Button>
          )}
          <Button disabled={isPending} onClick={anew}>
            Make a new plan and ask again
          </Button>
        </>
      )}
    </ConfirmationFrame>
  );
}

/** Positions without an order because none of their exchanges can be reached. */
function LeftOut({ explanation }: Pick<RebalanceView, 'explanation'>) {
  const cutOff = explanation?.skipped.filter(({ reason }) => reason === 'not_connected') ?? [];
  if (cutOff.length === 0) return null;
  return (
    <Text component="ul" c="warn" className={classes.planLeftOut} aria-label="Left out of this plan">
      {cutOff.map(({ isin, text }) => (
        <li key={isin}>{text}</li>
      ))}
    </Text>
  );
}

/** Takes the focus, because the button that opened it has gone. */
function ConfirmationFrame({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <fieldset
      className={classes.planFooter}
      data-confirming
      aria-label="Confirm the execution"
      tabIndex={-1}
      ref={place}
    >
      {children}
    </fieldset>
  );
}

interface ExecutionSentenceProps {
  readonly plan: RebalancePlan;
  readonly currency: string;
  readonly form: PortfolioView['form'];
}

function ExecutionSentence({ plan, currency, form }: ExecutionSentenceProps) {
  const exchanges = [...new Set(plan.orders.map((order) => order.exchange))].sort();
  return (
    <Box component="p" mt={0} mx={0} mb="xs">
      This sends <strong>{countAndValue(plan.orders, 'sell', currency)}</strong> and{' '}
      <strong>{countAndValue(plan.orders, 'buy', currency)}</strong> to {exchanges.join(', ')}, at an estimated cost of{' '}
      <strong>
        {formatMoney(plan.cost_estimate.total)} {currency}
      </strong>{' '}
      ({formatCostBps(plan.cost_estimate.total_bps)} bps): exactly the orders above, as they were planned at{' '}
      {formatInstant(plan.created_at)} virtual UTC. {QUOTA[form]} Once sent it cannot be taken back; only what is still
      open can be cancelled.
    </Box>
  );
}

const QUOTA = {
  A: 'It counts as one event of your quota once it is executed; Back lets go of it.',
  B: 'This plan has been made and counts as one event of your quota, executed or not; Back cancels it.',
} as const;

function countAndValue(orders: readonly OrderWire[], side: 'buy' | 'sell', currency: string): string {
  const chosen = orders.filter((order) => order.side === side);
  if (chosen.length === 0) return `no ${side}s`;
  const value = chosen.reduce((sum, order) => sum + order.estimated_value, 0);
  return `${plural(chosen.length, side)} of ${formatMoney(value)} ${currency}`;
}

interface KeyUsedProps {
  readonly portfolioId: string;
  readonly idempotencyKey: string;
  /** The service's own words. */
  readonly message: string;
  readonly onBack: () => void;
}

/** Says that a key of Form A has its answer already, before the request is sent. */
export function KeyUsed({ portfolioId, idempotencyKey, message, onBack }: KeyUsedProps) {
  const session = useSession().data;
  const navigate = useNavigate();
  const send = useAction({
    doing: 'Sending the request again',
    run: async () => {
      if (session === undefined) throw new Error('The session has not been read yet.');
      // A used key gets its first answer whatever else the request says (decision F5); with a free key this is refused.
      return startRebalanceA(session, portfolioId, { target_weights: {}, idempotency_key: idempotencyKey });
    },
    done: ({ rebalanceId }) => `Replayed: the service gave the answer of ${rebalanceId} again. Nothing was executed.`,
    after: ({ rebalanceId }) => navigate(paths.rebalance(rebalanceId)),
  });
  return (
    <ConfirmationFrame>
      <Notice tone="warn">
        <strong>This key was used before.</strong> {message}
        <Text component="div" c="dimmed">
          Enter another key to execute this plan. A key is free again 24 hours of virtual time after its first answer.
        </Text>
      </Notice>
      <Button variant="default" onClick={onBack}>
        Back
      </Button>
      <Button loading={send.isPending} onClick={() => send.mutate(undefined)}>
        Send it again for the first answer
      </Button>
    </ConfirmationFrame>
  );
}
