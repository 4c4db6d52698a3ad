/**
 * Everything that the palette can find now: the commands and the entities of the world. Reports what could not be read.
 */

import { useMemo } from 'react';
import type { PortfolioSummary, RebalanceSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { ListedScenario } from '../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { type InstrumentRow, useInstrumentsByIsin } from '../../api/market-api.ts';
import { usePortfolios } from '../../api/portfolios-api.ts';
import { useRebalances } from '../../api/rebalances-api.ts';
import { useScenarios } from '../../api/runs/scenarios-api.ts';
import { COMMANDS, whyNotUndone } from '../../components/commands/command-table.ts';
import { formatMoney } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { isUnderWay } from '../../components/orders/is-under-way.ts';
import { formatStatus } from '../../components/orders/status-badge.tsx';
import { FORM_BADGES } from '../../components/portfolios/form-name.ts';
import { possibleActions } from '../../components/portfolios/portfolio-actions.ts';
import { wrapperName } from '../../components/portfolios/wrapper-name.ts';
import { openView } from '../../components/tables/open-view.ts';
import { paths } from '../../paths.ts';
import { type SavedView, useLayout } from '../../state/layout-store.ts';
import { nextUndo, useUndo } from '../../state/undo-store.ts';
import { type PaletteEntry, searchable } from './rank-entries.ts';

const COMMAND_ENTRIES = COMMANDS.filter(({ byKeyOnly }) => byKeyOnly !== true).map(
  ({ id, keywords, ...command }): PaletteEntry => ({
    ...command,
    id: `command/${id}`,
    detail: '',
    keywords: `${command.group} ${keywords}`,
  }),
);

/** `missing` states what is missing and why, as a sentence; null if nothing is. */
export function usePaletteEntries() {
  const portfolios = usePortfolios();
  const rebalances = useRebalances();
  const instruments = useInstrumentsByIsin();
  const layout = useLayout();
  const { views } = layout.layout;
  const undo = useUndo();
  const scenarios = useScenarios();
  const entries = useMemo(() => {
    const portfolioRows = portfolios.data?.portfolios ?? [];
    const made = rebalances.data?.rebalances ?? [];
    return searchable([
      ...made.filter(isUnderWay).map(awaitEntry),
      ...Object.entries(views).flatMap(([list, saved]) => saved.flatMap((view) => viewEntry(list, view))),
      ...COMMAND_ENTRIES.flatMap((entry) => (entry.id === 'command/undo' ? undoEntry(entry, undo, layout) : entry)),
      ...portfolioRows.map(portfolioEntry),
      ...portfolioRows.flatMap(viewEntries),
      ...portfolioRows.flatMap(actionEntries),
      ...made.map(rebalanceEntry),
      ...(scenarios.data?.scenarios ?? []).map(scenarioEntry),
      ...Array.from(instruments.values(), instrumentEntry),
    ]);
  }, [portfolios.data, rebalances.data, scenarios.data, instruments, views, undo, layout]);
  const unread = [portfolios, rebalances].filter(({ data }) => data === undefined);
  const why = unread.find(({ error }) => error !== null)?.error?.message;
  const missing =
    why === undefined ? 'Loading portfolios and rebalances …' : `Some entries could not be loaded. ${why}`;
  return { entries, missing: unread.length === 0 ? null : missing };
}

/** Named after the change that it undoes, or gives the reason why it cannot; none if nothing has been done. */
function undoEntry(entry: PaletteEntry, ...states: Parameters<typeof nextUndo>): PaletteEntry[] {
  const { kind, latest } = nextUndo(...states);
  if (kind === 'nothing') return [];
  if (kind === 'layout' || latest === undefined) return [{ ...entry, title: 'Undo the layout change' }];
  if (kind === 'overtaken') return [{ ...entry, detail: whyNotUndone(latest) }];
  return [{ ...entry, title: `${latest.offer}: ${latest.done}`, keywords: `undo ${entry.keywords}` }];
}

/** None for a view of a table whose screen is unknown, such as the orders of any rebalance. */
function viewEntry(list: string, view: SavedView): PaletteEntry[] {
  if (view.path === null) return [];
  const run: PaletteEntry['run'] = ({ go }) => openView(list, view, view.name, go);
  const detail = `view of the list ${list}`;
  return [{ id: `view/${list}/${view.name}`, group: 'Saved views', title: view.name, detail, keywords: 'saved', run }];
}

const portfolioEntry = (row: PortfolioSummary): PaletteEntry => ({
  id: `portfolio/${row.portfolio_id}`,
  group: 'Portfolios',
  title: row.label,
  detail: `${FORM_BADGES[row.form]} · ${wrapperName(row.wrapper)} · ${formatMoney(row.total_value)} ${row.currency}`,
  keywords: `portfolio form ${row.form} ${row.portfolio_id}`,
  run: paths.portfolio(row.portfolio_id),
});

/** The views of a client's portfolio that an adviser looks up most. */
const VIEWS = [
  ['performance', 'Performance', 'return income dividends interest costs fees value report'],
  ['gains', 'Realised gains and tax', 'capital gains tax report losses year'],
  ['lots', 'Tax lots', 'capital gains tax cost unrealised'],
  ['constraints', 'Constraints', 'limits do not sell buy minimum order size turnover whole shares gains tax budget'],
  ['policy', 'Policy', 'rebalance automatically schedule dates band'],
  ['activity', 'Activity', 'trades fees deposits withdrawals dividends cash report'],
] as const;

function viewEntries({ portfolio_id: id, label }: PortfolioSummary): PaletteEntry[] {
  return VIEWS.map(([view, what, keywords]) => ({
    id: `portfolio/${id}/${view}`,
    group: 'Views of a portfolio',
    title: `${what} of ${label}`,
    detail: '',
    keywords: `portfolio ${keywords} ${id}`,
    run: paths.portfolioView(id, view),
  }));
}

function actionEntries(row: PortfolioSummary): PaletteEntry[] {
  return possibleActions(row, ['plan', 'compare', 'test']).flatMap(({ name, found, to }) =>
    found === undefined
      ? []
      : {
          id: `${name}/${row.portfolio_id}`,
          group: 'Plan a rebalance',
          title: found.title(row.label),
          detail: found.detail(row),
          keywords: `${found.keywords} ${row.portfolio_id}`,
          run: to(row.portfolio_id),
        },
  );
}

const rebalanceEntry = (row: RebalanceSummary): PaletteEntry => ({
  id: `rebalance/${row.rebalance_id}`,
  group: 'Rebalances',
  title: `${row.simulation ? 'Dry run' : 'Rebalance'} of ${row.portfolio_label}`,
  detail: `${formatStatus(row.status)} · ${formatInstant(row.created_at)} UTC`,
  keywords: row.rebalance_id,
  run: paths.rebalance(row.rebalance_id),
});

/** Advances the clock to the end of a rebalance that is under way. */
const awaitEntry = (row: RebalanceSummary): PaletteEntry => ({
  id: `await/${row.rebalance_id}`,
  group: 'Virtual clock',
  title: `Run until the rebalance of ${row.portfolio_label} is final`,
  detail: formatStatus(row.status),
  keywords: `advance time ${row.rebalance_id}`,
  run: ({ advance }) => advance({ until: { rebalance: row.rebalance_id } }),
});

const scenarioEntry = (row: ListedScenario): PaletteEntry => ({
  id: `scenario/${row.file}`,
  group: 'Scenarios',
  title: row.name,
  detail: [row.file, ...(row.last_run === null ? [] : [formatStatus(row.last_run.status)])].join(' · '),
  keywords: `scenario run play ${row.tags.join(' ')}`,
  run: paths.scenario(row.file),
  // Many are named after what users look for on a screen or in a portfolio, such as drift.
  comesLast: true,
});

const instrumentEntry = (row: InstrumentRow): PaletteEntry => ({
  id: `instrument/${row.isin}`,
  group: 'Instruments',
  title: `${row.symbol} · ${row.name}`,
  detail: `${row.isin} · ${row.delisted_at === undefined ? row.listings.join(' ') : 'delisted'}`,
  keywords: 'price chart depth isin',
  run: paths.listing(row.isin, row.primary_exchange),
});
