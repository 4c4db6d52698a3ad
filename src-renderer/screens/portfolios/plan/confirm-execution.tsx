/** Asks before the orders of a plan are sent, and asks again where the plan has moved. */
import { Button, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { OrderWire, RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { startRebalanceA } from '../../../api/rebalances-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { formatMoney, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { EstimatedCost } from '../../../components/plan/estimated-cost.tsx';
import { ExecutionOutlook } from '../../../components/plan/execution-outlook.tsx';
import { canContinue, MovedAgain } from '../../../components/plan/moved-again.tsx';
import classes from '../../../components/plan/plan.module.css';
import { SinceNotice } from '../../../components/plan/since-notice.tsx';
import { useCheckedExecution } from '../../../components/plan/use-checked-execution.ts';
import { usePlanChanges } from '../../../components/plan/use-plan-changes.ts';
import { useShownPortfolio } from '../../../components/portfolios/use-shown-portfolio.ts';
import { paths } from '../../../paths.ts';
import type { Confirmation, MadePlan } from './use-confirmation.ts';

export function ConfirmExecution({ made, confirmation }: Readonly<{ made: MadePlan; confirmation: Confirmation }>) {
  const { currency, form } = useShownPortfolio();
  const { view, parameters, ways } = made;
  const { rebalance_id: rebalanceId, orders } = view.rebalance;
  const since = usePlanChanges(rebalanceId).data;
  const { moved, isPending, press } = useCheckedExecution();
  const plan = {
    rebalanceId,
    isHeld: form === 'A',
    execute: () => ways.execute(view, parameters),
    onDone: confirmation.done,
  };
  return (
    <ConfirmationFrame>
      {/* A scrolling region has to be reached by the keyboard, and this one need not hold anything that can be. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <div className={classes.planWhatHappens} tabIndex={0}>
        {moved === null ? (
          <>
            <ExecutionSentence plan={view.rebalance} />
            <SinceNotice changes={since} currency={currency} what="this plan" onAnew={null} />
            <ExecutionOutlook orders={orders} currency={currency} />
            <LeftOut made={made} />
          </>
        ) : (
          <MovedAgain moved={moved} currency={currency} />
        )}
      </div>
      <Button variant="default" disabled={isPending} onClick={confirmation.leave}>
        Back
      </Button>
      {moved === null && (
        <Button loading={isPending} onClick={() => press(plan, false)}>
          Yes, execute
        </Button>
      )}
      {moved !== null && canContinue(moved) && (
        <Button variant="default" loading={isPending} onClick={() => press(plan, true)}>
          Execute the confirmed orders all the same
        </Button>
      )}
      {moved !== null && (
        <Button
          disabled={isPending}
          onClick={() => confirmation.make({ parameters, ways, before: 'earlier plan', lookedAt: view })}
        >
          Make a new plan and ask again
        </Button>
      )}
    </ConfirmationFrame>
  );
}

/** Positions without an order because none of their exchanges can be reached. */
function LeftOut({ made: { view } }: { readonly made: MadePlan }) {
  const cutOff = view.explanation?.skipped.filter(({ reason }) => reason === 'not_connected') ?? [];
  if (cutOff.length === 0) return null;
  return (
    <Text component="ul" c="warn" mt="xs" mb={0} pl="lg" aria-label="Left out of this plan">
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

function ExecutionSentence({ plan }: { readonly plan: RebalancePlan }) {
  const { currency, form } = useShownPortfolio();
  const exchanges = [...new Set(plan.orders.map((order) => order.exchange))].sort();
  return (
    <Text m={0} mb="xs">
      This sends <strong>{countAndValue(plan.orders, 'sell', currency)}</strong> and{' '}
      <strong>{countAndValue(plan.orders, 'buy', currency)}</strong> to {exchanges.join(', ')}, at{' '}
      <EstimatedCost plan={plan} currency={currency} />: exactly the orders above, as they were planned at{' '}
      {formatInstant(plan.created_at)} virtual UTC. {QUOTA[form]} Once sent it cannot be taken back; only what is still
      open can be cancelled.
    </Text>
  );
}

const QUOTA = {
  A: 'Executing it counts as one rebalance of your quota; Back drops the plan.',
  B: 'This plan has been made and counts as one rebalance of your quota, executed or not; Back cancels it.',
} as const;

function countAndValue(orders: readonly OrderWire[], side: 'buy' | 'sell', currency: string): string {
  const chosen = orders.filter((order) => order.side === side);
  if (chosen.length === 0) return `no ${side}s`;
  const value = chosen.reduce((sum, order) => sum + order.estimated_value, 0);
  return `${plural(chosen.length, side)} of ${formatMoney(value)} ${currency}`;
}

/** Says that a key of Form A has its answer already, before the request is sent. */
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
        <strong>This key was used before.</strong> {confirmation.usedKey}
        <Text component="div" c="dimmed">
          Enter another key to execute this plan. A key is free again 24 hours of virtual time after its first answer.
        </Text>
      </Notice>
      <Button variant="default" onClick={confirmation.leave}>
        Back
      </Button>
      <Button loading={send.isPending} onClick={() => send.mutate(undefined)}>
        Send it again for the first answer
      </Button>
    </ConfirmationFrame>
  );
}
