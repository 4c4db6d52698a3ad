/** The last question before orders go out: what the plan above sends, what awaits it, and, where it has moved, the question again. */
import { Button, Text } from '@mantine/core';
import type { PortfolioView, RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { ExecutionOutlook } from '../../../components/plan/execution-outlook.tsx';
import { canGoOn, MovedAgain } from '../../../components/plan/moved-again.tsx';
import classes from '../../../components/plan/plan.module.css';
import { SinceNotice } from '../../../components/plan/since-notice.tsx';
import { useCheckedExecution } from '../../../components/plan/use-checked-execution.ts';
import { usePlanChanges } from '../../../components/plan/use-plan-changes.ts';
import { ConfirmationFrame } from './confirmation-frame.tsx';
import { ExecutionSentence } from './execution-sentence.tsx';
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
          {canGoOn(moved) && (
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

/** What the plan cannot touch, since no exchange of it can be reached: easily overlooked, because it has no order. */
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
