/** The life of a rebalance as a path of its states (specification 3), the present one lit; endings branch off. */
import type { RebalancePlan } from '../../../../src-server/contract/service/form-b.ts';
import { formatStatus } from '../../../components/orders/status-badge.tsx';
import classes from './rebalance.module.css';

type Status = RebalancePlan['status'];

const MAIN_PATH: readonly Status[] = ['plan_ready', 'executing', 'partially_filled', 'complete'];
const MEANINGS: Readonly<Record<Status, string>> = {
  plan_ready: 'orders worked out, nothing sent',
  executing: 'orders are at the exchanges',
  partially_filled: 'some filled, some open',
  complete: 'every order filled',
  failed: 'ended with something unfilled',
  cancelled: 'cancelled before it was sent',
};

interface StatePathProps {
  readonly status: Status;
  readonly hasFills: boolean;
}

export function StatePath({ status, hasFills }: StatePathProps) {
  const states = pathFor(status, hasFills);
  const present = states.indexOf(status);
  return (
    <ol className={classes.statePath} aria-label="State of the rebalance">
      {states.map((state, position) => (
        <li
          key={state}
          data-state={position < present ? 'past' : position === present ? 'present' : 'to-come'}
          data-ending={state}
          aria-current={position === present ? 'step' : undefined}
        >
          <strong>{formatStatus(state)}</strong>
          <span>{MEANINGS[state]}</span>
        </li>
      ))}
    </ol>
  );
}

/** The path that was taken, or the usual one while it is still open. */
function pathFor(status: Status, hasFills: boolean): readonly Status[] {
  if (status === 'cancelled') return ['plan_ready', 'cancelled'];
  // Nothing was ever filled of one that failed outright, so the path may not say so.
  if (status === 'failed' && !hasFills) return ['plan_ready', 'executing', 'failed'];
  if (status === 'failed') return ['plan_ready', 'executing', 'partially_filled', 'failed'];
  return MAIN_PATH;
}
