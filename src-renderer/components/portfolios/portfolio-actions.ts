/**
 * Lists what can be done with a portfolio, and why not, for its header, its menus, the menu of its row and the palette.
 */
import { type Icon, IconFlask, IconGitCompare, IconPencil, IconScale, IconTrash } from '@tabler/icons-react';
import type { PortfolioSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import { APP_ACCOUNT } from '../../api/portfolios-api.ts';
import { paths } from '../../paths.ts';
import { isUnderWay } from '../orders/is-under-way.ts';

type Subject = Pick<PortfolioSummary, 'form' | 'account_id' | 'has_targets'>;

export interface PortfolioAction {
  readonly label: string;
  readonly Icon?: Icon;
  /** The address that does it, or asks first. */
  readonly to: (portfolioId: string) => string;
  /** A sentence; `null` if it can be done. */
  readonly whyNot: (portfolio: Subject) => string | null;
  /** The effect, where only an icon or a few words fit. */
  readonly hint?: string;
  /** Its entry in the palette, which has one for each portfolio. */
  readonly found?: {
    readonly title: (name: string) => string;
    readonly detail: (row: PortfolioSummary) => string;
    readonly keywords: string;
  };
}

const always = () => null;

/** The app's key, like that of any client, gives access to its own account alone. */
export function whyNoPlan({ form, account_id: accountId }: Subject): string | null {
  if (accountId === APP_ACCOUNT) return null;
  return `It belongs to the account ${accountId}, but the app can plan only for ${APP_ACCOUNT}. Use a client with a key of ${accountId}, at the Form ${form} address.`;
}

/** A comparison executes nothing, so it is for every account. A Form A plan contains its targets itself. */
function whyNoComparison({ form, has_targets: hasTargets }: Subject): string | null {
  return form === 'A' || hasTargets ? null : 'The portfolio has no target weights. Set them on its edit page.';
}

function whyNoTest({ has_targets: hasTargets }: Subject): string | null {
  return hasTargets
    ? null
    : 'Policies are tested against target weights, and this portfolio has none. Set them on its edit page.';
}

export const PORTFOLIO_ACTIONS = {
  plan: {
    label: 'Plan a rebalance',
    Icon: IconScale,
    to: (id) => paths.plan(id),
    whyNot: whyNoPlan,
    found: {
      title: (name) => `Plan a rebalance of ${name}`,
      detail: ({ breached }) => (breached ? 'outside the band' : 'inside the band'),
      keywords: 'dry run execute policy threshold band trigger',
    },
  },
  compare: {
    label: 'Compare plans',
    Icon: IconGitCompare,
    to: (id) => paths.comparePlans(id),
    whyNot: whyNoComparison,
    found: {
      title: (name) => `Compare plans of ${name}`,
      detail: () => 'cost against drift',
      keywords: 'find a plan under cost budget bps frontier variants side by side',
    },
  },
  test: {
    label: 'Test policies',
    Icon: IconFlask,
    to: (id) => paths.newLabRun(id),
    whyNot: whyNoTest,
    hint: 'Test policies on this portfolio: over years, in the lab',
    found: {
      title: (name) => `Test policies on ${name}`,
      detail: () => 'over years, in the lab',
      keywords: 'lab compare policy frontier drift cost paths backtest',
    },
  },
  edit: { label: 'Edit', to: (id) => paths.editPortfolio(id), whyNot: always },
  rename: {
    label: 'Rename…',
    Icon: IconPencil,
    to: (id) => paths.portfolio(id, { dialog: 'rename' }),
    whyNot: always,
  },
  delete: {
    label: 'Delete…',
    Icon: IconTrash,
    to: (id) => paths.portfolio(id, { dialog: 'delete' }),
    whyNot: always,
  },
} as const satisfies Readonly<Record<string, PortfolioAction>>;

export type PortfolioActionName = keyof typeof PORTFOLIO_ACTIONS;

/** Those that can be done, in this order. */
export function possibleActions(portfolio: Subject, names: readonly PortfolioActionName[]) {
  return names.flatMap((name) => {
    const action: PortfolioAction = PORTFOLIO_ACTIONS[name];
    return action.whyNot(portfolio) === null ? [{ name, ...action }] : [];
  });
}

/**
 * Why a bulk rebalance leaves it out, as in "2 without target weights"; null if it takes it: the service plans
 * portfolios of either form and of any account together (decision P6).
 */
export function whyNotTogether({ has_targets: hasTargets, rebalance }: PortfolioSummary): string | null {
  if (!hasTargets) return 'without target weights';
  return isUnderWay(rebalance) ? 'with a rebalance under way' : null;
}

/** The same for dry runs. Form A gets its targets with each request, so its portfolios are planned one by one. */
export function whyNoDryRun(portfolio: PortfolioSummary): string | null {
  if (portfolio.form === 'A') return 'rebalanced in one step';
  return whyNoPlan(portfolio) === null ? whyNotTogether(portfolio) : 'of another account';
}

/** Those of the selected portfolios that an action leaves out, with the reasons, as a sentence; null if there are none. */
export function leftOutText(
  selected: readonly PortfolioSummary[],
  whyNot: (portfolio: PortfolioSummary) => string | null,
): string | null {
  const reasons = selected.flatMap((portfolio) => whyNot(portfolio) ?? []);
  if (reasons.length === 0) return null;
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, of]) => `${of.length} ${reason}`);
  return `Leaves out ${reasons.length} of ${selected.length}: ${counts.join(', ')}.`;
}
