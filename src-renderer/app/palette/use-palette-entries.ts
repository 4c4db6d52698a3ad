/** Everything that the palette can find now: the commands and what is in the world. Says what could not be read. */
import { useMemo } from 'react';
import type { PortfolioSummary, RebalanceSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { InstrumentRow } from '../../api/market-api.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { APP_ACCOUNT, usePortfolios } from '../../api/portfolios-api.ts';
import { useRebalances } from '../../api/rebalances-api.ts';
import { COMMANDS } from '../../components/commands/command-table.ts';
import { formatMoney } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { formatStatus } from '../../components/orders/status-badge.tsx';
import { paths } from '../../paths.ts';
import { type PaletteEntry, type SearchableEntry, searchable } from './rank-entries.ts';

interface PaletteEntries {
  readonly entries: readonly SearchableEntry[];
  /** What is missing and why, as a sentence; null where nothing is. */
  readonly missing: string | null;
}

const COMMAND_ENTRIES: readonly PaletteEntry[] = COMMANDS.filter(({ byKeyOnly }) => byKeyOnly !== true).map(
  (command) => ({
    ...command,
    id: `command/${command.id}`,
    detail: '',
    keywords: `${command.group} ${command.keywords}`,
  }),
);

export function usePaletteEntries(): PaletteEntries {
  const portfolios = usePortfolios();
  const rebalances = useRebalances();
  const instruments = useInstrumentsByIsin();
  const entries = useMemo(() => {
    const held = portfolios.data?.portfolios ?? [];
    const made = rebalances.data?.rebalances ?? [];
    return searchable([
      ...awaitEntries(made),
      ...COMMAND_ENTRIES,
      ...portfolioEntries(held),
      ...planEntries(held),
      ...compareEntries(held),
      ...rebalanceEntries(made),
      ...instrumentEntries(instruments.values()),
    ]);
  }, [portfolios.data, rebalances.data, instruments]);
  const reads = [portfolios, rebalances].filter(({ data }) => data === undefined);
  return {
    entries,
    missing: formatMissing(reads.length > 0, reads.find(({ error }) => error !== null)?.error?.message),
  };
}

function formatMissing(isMissing: boolean, why: string | undefined): string | null {
  if (!isMissing) return null;
  return why === undefined ? 'Reading portfolios and rebalances …' : `Not all could be read. ${why}`;
}

function portfolioEntries(portfolios: readonly PortfolioSummary[]): PaletteEntry[] {
  return portfolios.map((row) => ({
    id: `portfolio/${row.portfolio_id}`,
    group: 'Portfolios',
    title: row.label,
    detail: `Form ${row.form} · ${row.wrapper} · ${formatMoney(row.total_value)} ${row.currency}`,
    keywords: `portfolio ${row.portfolio_id}`,
    run: paths.portfolio(row.portfolio_id),
  }));
}

/** Only portfolios of the app's own account, because it cannot plan for others. */
function planEntries(portfolios: readonly PortfolioSummary[]): PaletteEntry[] {
  return portfolios
    .filter(({ account_id: account }) => account === APP_ACCOUNT)
    .map((row) => ({
      id: `plan/${row.portfolio_id}`,
      group: 'Plan a rebalance',
      title: `Plan a rebalance of ${row.label}`,
      detail: row.breached ? 'outside the band' : 'inside the band',
      keywords: `dry run execute ${row.portfolio_id}`,
      run: paths.plan(row.portfolio_id),
    }));
}

/** Of every account, because a comparison executes nothing. It needs targets, which a Form A plan brings itself. */
function compareEntries(portfolios: readonly PortfolioSummary[]): PaletteEntry[] {
  return portfolios
    .filter(({ has_targets: hasTargets, form }) => hasTargets || form === 'A')
    .map((row) => ({
      id: `compare/${row.portfolio_id}`,
      group: 'Plan a rebalance',
      title: `Compare plans of ${row.label}`,
      detail: 'cost against drift',
      keywords: `find a plan under cost budget bps frontier variants side by side ${row.portfolio_id}`,
      run: paths.comparePlans(row.portfolio_id),
    }));
}

function rebalanceEntries(rebalances: readonly RebalanceSummary[]): PaletteEntry[] {
  return rebalances.map((row) => ({
    id: `rebalance/${row.rebalance_id}`,
    group: 'Rebalances',
    title: `${row.simulation ? 'Dry run' : 'Rebalance'} of ${row.portfolio_label}`,
    detail: `${formatStatus(row.status)} · ${formatInstant(row.created_at)} UTC`,
    keywords: row.rebalance_id,
    run: paths.rebalance(row.rebalance_id),
  }));
}

/** Advances the clock to the end of each rebalance that is under way. */
function awaitEntries(rebalances: readonly RebalanceSummary[]): PaletteEntry[] {
  return rebalances
    .filter(({ status }) => status === 'executing' || status === 'partially_filled')
    .map((row) => ({
      id: `await/${row.rebalance_id}`,
      group: 'Virtual clock',
      title: `Run until the rebalance of ${row.portfolio_label} is final`,
      detail: formatStatus(row.status),
      keywords: `advance time ${row.rebalance_id}`,
      run: ({ advance }) => advance({ until: { rebalance: row.rebalance_id } }),
    }));
}

function instrumentEntries(instruments: Iterable<InstrumentRow>): PaletteEntry[] {
  return [...instruments].map((row) => ({
    id: `instrument/${row.isin}`,
    group: 'Instruments',
    title: `${row.symbol} · ${row.name}`,
    detail: `${row.isin} · ${row.listings.join(' ')}`,
    keywords: 'price chart depth isin',
    run: paths.listing(row.isin, row.primary_exchange),
  }));
}
