/** The views of a portfolio beside its overview, in the order of their tabs: a further one is one row, and its module. */
import type { ComponentType } from 'react';

interface PortfolioViewRow {
  /** The end of its address. */
  readonly view: string;
  readonly label: string;
  readonly load: () => Promise<{ readonly View: ComponentType }>;
}

export const PORTFOLIO_VIEWS: readonly PortfolioViewRow[] = [
  {
    view: 'activity',
    label: 'Activity',
    load: async () => ({ View: (await import('./activity/activity-view.tsx')).ActivityView }),
  },
  {
    view: 'performance',
    label: 'Performance',
    load: async () => ({ View: (await import('./performance/performance-view.tsx')).PerformanceView }),
  },
  {
    view: 'constraints',
    label: 'Constraints',
    load: async () => ({ View: (await import('./constraints/constraints-view.tsx')).ConstraintsView }),
  },
  {
    view: 'policy',
    label: 'Policy',
    load: async () => ({ View: (await import('./policy/policy-view.tsx')).PolicyView }),
  },
  { view: 'lots', label: 'Lots', load: async () => ({ View: (await import('./tax/lots-view.tsx')).LotsView }) },
  {
    view: 'gains',
    label: 'Realised gains',
    load: async () => ({ View: (await import('./tax/gains-view.tsx')).GainsView }),
  },
];
