/**
 * The views of a portfolio other than its overview, in the order of their tabs: a further one is one row, and its
 * module.
 */
import type { ComponentType } from 'react';

interface PortfolioViewRow {
  /** The last segment of its address. */
  readonly view: string;
  readonly label: string;
  /** The title of its print. */
  readonly printed: string;
  readonly load: () => Promise<{ readonly View: ComponentType }>;
}

export const PORTFOLIO_VIEWS: readonly PortfolioViewRow[] = [
  {
    view: 'activity',
    label: 'Activity',
    printed: 'Activity',
    load: async () => ({ View: (await import('./activity/activity-view.tsx')).ActivityView }),
  },
  {
    view: 'performance',
    label: 'Performance',
    printed: 'Performance',
    load: async () => ({ View: (await import('./performance/performance-view.tsx')).PerformanceView }),
  },
  {
    view: 'constraints',
    label: 'Constraints',
    printed: 'Constraints',
    load: async () => ({ View: (await import('./constraints/constraints-view.tsx')).ConstraintsView }),
  },
  {
    view: 'policy',
    label: 'Policy',
    printed: 'Policy',
    load: async () => ({ View: (await import('./policy/policy-view.tsx')).PolicyView }),
  },
  {
    view: 'lots',
    label: 'Lots',
    printed: 'Tax lots',
    load: async () => ({ View: (await import('./tax/lots-view.tsx')).LotsView }),
  },
  {
    view: 'gains',
    label: 'Realised gains',
    printed: 'Realised gains',
    load: async () => ({ View: (await import('./tax/gains-view.tsx')).GainsView }),
  },
];
