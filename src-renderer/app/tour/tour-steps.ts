/** The steps of the tour, by the reader's role: real actions, each with a sentence before and after it. */
import type { PortfolioSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { advanceClock } from '../../api/clock-api.ts';
import { setFault } from '../../api/faults-api.ts';
import { APP_ACCOUNT, usePortfolios } from '../../api/portfolios-api.ts';
import { createPlan, executePlan } from '../../api/rebalances-api.ts';
import { useSession } from '../../api/world-api.ts';
import { isUnderWay } from '../../components/orders/is-under-way.ts';
import { DEFAULT_PARAMETERS, planRequest } from '../../components/plan/plan-parameters.ts';
import { paths } from '../../paths.ts';
import { type TourTrack, useTour } from '../../state/tour-store.ts';

export interface TourStep {
  readonly title: string;
  /** Label of the button that runs the step. */
  readonly button: string;
  readonly before: string;
  readonly after: string;
  readonly changesWorld: boolean;
  /** The address of a user who has done the step by hand; none for steps that only the tour does. */
  readonly doneAt?: RegExp;
  /** The address of a user who has moved past the step. */
  readonly leftAt?: RegExp;
  /** Returns the address at which it can be watched. */
  readonly run: () => Promise<string>;
}

/** The first question of the tour. */
export const TRACKS: readonly { readonly track: TourTrack; readonly label: string; readonly shows: string }[] = [
  {
    track: 'adviser',
    label: 'I advise clients',
    shows: 'a client’s portfolio, a plan, its tax, and the printed report',
  },
  { track: 'analyst', label: 'I analyse portfolios', shows: 'a plan, plans side by side, and a month of drift' },
  { track: 'tester', label: 'I test software', shows: 'a plan, an exchange that fails, and a month of events' },
];

const OUTAGE = '30m';
const MONTH = '30d';

type Shown = Pick<PortfolioSummary, 'portfolio_id' | 'label'>;
type TourSession = Parameters<typeof createPlan>[0];

/** Shown with the portfolio of the app's account that is furthest from its targets; null if there is none. */
export function useTourSteps(track: TourTrack): readonly TourStep[] | null {
  const session = useSession().data;
  const rebalancedId = useTour((tour) => tour.portfolioId);
  const all = (usePortfolios().data?.portfolios ?? []).toSorted(
    (left, right) => Math.abs(right.max_drift) - Math.abs(left.max_drift),
  );
  const own = all.filter((row) => row.account_id === APP_ACCOUNT && row.form === 'B');
  // A portfolio that the user is rebalancing by hand meanwhile cannot be rebalanced again.
  const worst = own.find(({ rebalance }) => !isUnderWay(rebalance)) ?? own[0];
  if (session === undefined || worst === undefined) return null;
  const isFurthestOfAll = all[0]?.portfolio_id === worst.portfolio_id;
  const last = own.find((row) => row.portfolio_id === rebalancedId) ?? worst;
  switch (track) {
    case 'adviser':
      return [newClient(), dryRun(worst, isFurthestOfAll), tax(worst), paper(worst)];
    case 'analyst':
      return [dryRun(worst, isFurthestOfAll), comparison(worst), month(last)];
    case 'tester':
      return [dryRun(worst, isFurthestOfAll), outage(session, worst), month(last)];
  }
}

function newClient(): TourStep {
  return {
    title: 'Enter a client',
    button: 'Open the form',
    before: 'A client is a portfolio: a name, a tax wrapper, holdings and targets. Type them in, or paste a table.',
    after:
      'Nothing is created until you press “Create the portfolio”. You can go on without creating one: the next steps use an existing portfolio.',
    changesWorld: false,
    doneAt: /^\/portfolios\/new/,
    run: async () => paths.newPortfolio('B'),
  };
}

/** Portfolios of other accounts or of Form A may be further from their targets: the tour cannot plan with those. */
function dryRun({ portfolio_id: id, label }: Shown, isFurthestOfAll: boolean): TourStep {
  const whose = isFurthestOfAll
    ? ''
    : ` among the portfolios in the account ${APP_ACCOUNT} whose plans you approve and that are not being rebalanced`;
  return {
    title: 'Review a dry run',
    button: 'Make a dry run',
    before: `${label} is furthest from its targets${whose}. See which orders would rebalance it, and what they would cost.`,
    after: 'These are the orders, their cost and the remaining drift. Nothing was executed, and no quota was used.',
    changesWorld: false,
    doneAt: /^\/portfolios\/[^/]+\/plan$/,
    leftAt: /^\/rebalances\//,
    run: async () => paths.plan(id),
  };
}

function tax({ portfolio_id: id, label }: Shown): TourStep {
  return {
    title: 'See the tax',
    button: 'Open the realised gains',
    before: `See what ${label} has realised, what it could still realise, and the tax on both.`,
    after:
      'The tax is estimated at a single rate; the page says what this leaves out. See also the tabs Lots and Performance above.',
    changesWorld: false,
    doneAt: /^\/portfolios\/[^/]+\/gains$/,
    run: async () => paths.portfolioView(id, 'gains'),
  };
}

function paper({ portfolio_id: id, label }: Shown): TourStep {
  return {
    title: 'Print for the client',
    button: 'Open the portfolio',
    before: `Each page of ${label} can be printed or saved as a PDF.`,
    after: 'Press Print at the top right. Prices are simulated: nothing here is a real account.',
    changesWorld: false,
    run: async () => paths.portfolio(id),
  };
}

function comparison({ portfolio_id: id, label }: Shown): TourStep {
  return {
    title: 'Compare plans',
    button: 'Compare them',
    before: `See plans of ${label} side by side: what each costs, the tax it causes, and the drift that it leaves.`,
    after:
      'Each column is a plan at this instant. Change a parameter, or search for the plan with the least drift within a cost budget.',
    changesWorld: false,
    doneAt: /^\/portfolios\/[^/]+\/compare$/,
    run: async () => paths.comparePlans(id),
  };
}

function outage(session: TourSession, { portfolio_id: id, label }: Shown): TourStep {
  return {
    title: 'Take an exchange down',
    button: 'Rebalance and take it down',
    before: `Execute a rebalance of ${label}, and take the exchange of its first order offline for half an hour.`,
    after: 'Orders for that exchange wait until it is back; all others are filled.',
    changesWorld: true,
    run: async () => {
      const plan = await createPlan(session, planRequest(id, DEFAULT_PARAMETERS, false));
      // A plan avoids an exchange that is down, so this one is executed before the outage.
      await executePlan(session, plan.rebalance_id);
      useTour.getState().goOnWith(id);
      const [first] = plan.orders;
      if (first !== undefined) await setFault({ kind: 'exchange_down', exchange: first.exchange, for: OUTAGE });
      await advanceClock({ by: '1m' });
      return paths.rebalance(plan.rebalance_id);
    },
  };
}

function month({ portfolio_id: id, label }: Shown): TourStep {
  return {
    title: 'Advance a month',
    button: 'Advance 30 days',
    before: `The clock is virtual. Let a month pass in seconds, and see how far prices move the weights of ${label}.`,
    after: `A month has passed, with its sessions, fills and webhooks. The bars show how far the weights of ${label} are from target now; the history shows how they moved. The tabs above have its tax lots and realised gains.`,
    changesWorld: true,
    run: async () => {
      await advanceClock({ by: MONTH });
      return paths.portfolio(id);
    },
  };
}
