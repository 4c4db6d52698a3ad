/** Entries of what is in the world: portfolios and their plans, rebalances, instruments. Pure. */

import type { PortfolioSummary, RebalanceSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { InstrumentRow } from '../../api/queries.ts';
import { APP_ACCOUNT } from '../../api/service-calls.ts';
import { formatMoney } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { formatStatus } from '../../components/orders/status-badge.tsx';
import { paths } from '../../paths.ts';
import type { PaletteEntry } from './palette-entry.ts';

export function portfolioEntries(portfolios: readonly PortfolioSummary[]): PaletteEntry[] {
  return portfolios.map((row) => ({
    id: `portfolio/${row.portfolio_id}`,
    group: 'Portfolios',
    title: row.label,
    detail: `Form ${row.form} · ${row.wrapper} · ${formatMoney(row.total_value)} ${row.currency}`,
    words: `portfolio ${row.portfolio_id}`,
    does: { kind: 'go', to: paths.portfolio(row.portfolio_id) },
  }));
}

/** Only what the app can plan for: what belongs to another account is not the app's. */
export function planEntries(portfolios: readonly PortfolioSummary[]): PaletteEntry[] {
  return portfolios
    .filter(({ account_id: account }) => account === APP_ACCOUNT)
    .map((row) => ({
      id: `plan/${row.portfolio_id}`,
      group: 'Plan a rebalance',
      title: `Plan a rebalance of ${row.label}`,
      detail: row.breached ? 'outside the band' : 'inside the band',
      words: `dry run execute ${row.portfolio_id}`,
      does: { kind: 'go', to: paths.plan(row.portfolio_id) },
    }));
}

/** Of every account, since a comparison executes nothing; it needs targets, which a Form A plan brings with it. */
export function compareEntries(portfolios: readonly PortfolioSummary[]): PaletteEntry[] {
  return portfolios
    .filter(({ has_targets: hasTargets, form }) => hasTargets || form === 'A')
    .map((row) => ({
      id: `compare/${row.portfolio_id}`,
      group: 'Plan a rebalance',
      title: `Compare plans of ${row.label}`,
      detail: 'cost against drift',
      words: `find a plan under cost budget bps frontier variants side by side ${row.portfolio_id}`,
      does: { kind: 'go', to: paths.comparePlans(row.portfolio_id) },
    }));
}

export function rebalanceEntries(rebalances: readonly RebalanceSummary[]): PaletteEntry[] {
  return rebalances.map((row) => ({
    id: `rebalance/${row.rebalance_id}`,
    group: 'Rebalances',
    title: `${row.simulation ? 'Dry run' : 'Rebalance'} of ${row.portfolio_label}`,
    detail: `${formatStatus(row.status)} · ${formatInstant(row.created_at)} UTC`,
    words: row.rebalance_id,
    does: { kind: 'go', to: paths.rebalance(row.rebalance_id) },
  }));
}

/** A way to the end of each rebalance that is under way. */
export function awaitEntries(rebalances: readonly RebalanceSummary[]): PaletteEntry[] {
  return rebalances
    .filter(({ status }) => status === 'executing' || status === 'partially_filled')
    .map((row) => ({
      id: `await/${row.rebalance_id}`,
      group: 'Virtual clock',
      title: `Run until the rebalance of ${row.portfolio_label} is final`,
      detail: formatStatus(row.status),
      words: `advance time ${row.rebalance_id}`,
      does: { kind: 'advance', step: { until: { rebalance: row.rebalance_id } } },
    }));
}

export function instrumentEntries(instruments: Iterable<InstrumentRow>): PaletteEntry[] {
  return [...instruments].map((row) => ({
    id: `instrument/${row.isin}`,
    group: 'Instruments',
    title: `${row.symbol} · ${row.name}`,
    detail: `${row.isin} · ${row.listings.join(' ')}`,
    words: 'price chart depth isin',
    does: { kind: 'go', to: paths.listing(row.isin, row.primary_exchange) },
  }));
}
