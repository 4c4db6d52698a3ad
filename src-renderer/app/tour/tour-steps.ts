/** The steps of the tour: where each is, what it explains and what it says. */
import { paths } from '../../paths.ts';

export interface TourStep {
  /** Address of the screen; null: that of the portfolio that is furthest from its targets. */
  readonly path: string | null;
  /** Selector of what it explains, which the screen of the step before must not have. Without it, the card is in the middle. */
  readonly target: string;
  readonly title: string;
  readonly says: readonly string[];
}

export const TOUR_STEPS: readonly TourStep[] = [
  {
    path: paths.portfolios,
    target: 'table[aria-label="Portfolios"] thead',
    title: 'Your portfolios, and what drift is',
    says: [
      'Prices move, so weights move away from their targets. That distance is the drift, in basis points (bps): 100 bps are 1 %.',
      'The bar shows the largest one of each portfolio, the mark on it the ±5 % band. Outside it, it is time to rebalance.',
    ],
  },
  {
    path: null,
    target: '[data-page-header] > :has(> a[href$="/edit"])',
    title: 'See what a rebalance would take',
    says: [
      '“Plan a rebalance” makes a dry run: orders, costs, and the drift that is left. Change a parameter, and it is worked out anew.',
      'It changes nothing and is not billed until you execute it, which asks once more.',
    ],
  },
  {
    path: paths.portfolios,
    target: 'fieldset:has([aria-label="Mode and rate of the virtual clock"])',
    title: 'Nothing happens until time moves',
    says: [
      'This world has a clock of its own, in UTC. Orders fill and webhooks leave while it runs, or when you advance it: to the next event, by a minute, by a day.',
      'The indicators beside it say which exchanges are open.',
    ],
  },
  {
    path: paths.market,
    target: '[data-page-header]:has(nav[aria-label="Views of the market"]) > :last-child',
    title: 'Break something and watch',
    says: [
      'Take an exchange down, lose reports, freeze prices: what an integration meets in production. The badge in the top bar counts what is broken and leads to where you end it.',
      'Traffic shows every request and webhook, with what led to what. Most of it can be undone; the rest asks first.',
    ],
  },
];
