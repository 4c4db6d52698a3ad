/** What the tour shows: three things that are done for real, each with a sentence before it and one after it. */
import { advanceClock } from '../../api/clock-api.ts';
import { setFault } from '../../api/faults-api.ts';
import { APP_ACCOUNT, usePortfolios } from '../../api/portfolios-api.ts';
import { createPlan, executePlan } from '../../api/rebalances-api.ts';
import { useSession } from '../../api/world-api.ts';
import { DEFAULT_PARAMETERS, planRequest } from '../../components/plan/plan-parameters.ts';
import { paths } from '../../paths.ts';

const isUnderWay = (status: string | undefined) => status === 'executing' || status === 'partially_filled';

export interface TourStep {
  readonly title: string;
  /** The button that does it. */
  readonly button: string;
  readonly before: string;
  readonly after: string;
  readonly changesWorld: boolean;
  /** Where somebody is who has done it by hand; none for what the tour alone does. */
  readonly doneAt?: RegExp;
  /** Answers the address at which it can be watched. */
  readonly run: () => Promise<string>;
}

const OUTAGE = '30m';
const MONTH = '30d';

/** Shown with the portfolio of the app's account that is furthest from its targets; null where there is none. */
export function useTourSteps(): readonly TourStep[] | null {
  const session = useSession().data;
  const own = (usePortfolios().data?.portfolios ?? [])
    .filter((row) => row.account_id === APP_ACCOUNT && row.form === 'B')
    .sort((left, right) => Math.abs(right.max_drift) - Math.abs(left.max_drift));
  // One that somebody rebalances by hand meanwhile cannot be rebalanced again.
  const worst = own.find(({ rebalance }) => !isUnderWay(rebalance?.status)) ?? own[0];
  if (session === undefined || worst === undefined) return null;
  const { portfolio_id: id, label } = worst;
  return [
    {
      title: 'Review a dry run',
      button: 'Make a dry run',
      before: `${label} is furthest from its targets. See which orders would rebalance it, and what they would cost.`,
      after: 'These are the orders, their cost and the remaining drift. Nothing was executed or billed.',
      changesWorld: false,
      doneAt: /^\/portfolios\/[^/]+\/plan$/,
      run: async () => paths.plan(id),
    },
    {
      title: 'Break an exchange and watch',
      button: 'Rebalance and break it',
      before: `Execute a rebalance of ${label}, and take the exchange of its first order offline for half an hour.`,
      after: 'Orders for the exchange that is down wait until it is back; all others are filled.',
      changesWorld: true,
      run: async () => {
        const plan = await createPlan(session, planRequest(id, DEFAULT_PARAMETERS, false));
        // A plan does without an exchange that is down, so this one is executed before.
        await executePlan(session, plan.rebalance_id);
        const [first] = plan.orders;
        if (first !== undefined) await setFault({ kind: 'exchange_down', exchange: first.exchange, for: OUTAGE });
        await advanceClock({ by: '1m' });
        return paths.rebalance(plan.rebalance_id);
      },
    },
    {
      title: 'Travel a month',
      button: 'Advance 30 days',
      before: 'The clock is virtual. Let a month pass in seconds, and see how far price moves shift the weights.',
      after:
        'A month has passed, with its sessions, fills and webhooks. The bars show how far the weights are from target now; the history shows how they moved.',
      changesWorld: true,
      run: async () => {
        await advanceClock({ by: MONTH });
        return paths.portfolio(id);
      },
    },
  ];
}
