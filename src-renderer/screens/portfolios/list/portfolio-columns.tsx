/** The columns of the portfolio list. */

import { VisuallyHidden } from '@mantine/core';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { DEFAULT_BAND, DEFAULT_BAND_TEXT, MAX_DRIFT_HINT } from '../../../components/charts/drift-band.ts';
import { formatCount, formatMoney, formatPercent, formatWeight } from '../../../components/format/format-number.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { DASH, Dimmed } from '../../../components/layout/dimmed.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { formatStatus, StatusBadge } from '../../../components/orders/status-badge.tsx';
import { formatStoredAt, useDraftOf } from '../../../components/portfolios/draft-storage.ts';
import { converted, formatRates, type Reporting } from '../../../components/portfolios/reporting-currency.ts';
import { wrapperName } from '../../../components/portfolios/wrapper-name.ts';
import { RowLink } from '../../../components/tables/row-link.tsx';
import { type Column, fieldColumn, numberColumn, PERCENT } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import { portfolioState, STATE_LOOKS } from './portfolio-filters.ts';
import classes from './portfolios.module.css';

/** Drift lines by portfolio, over the part of the last week with a history. */
export interface DriftLines {
  /** Age of each point, as a share of the week. */
  readonly weeksAgo: readonly number[];
  /** Shares of 1, oldest first; null if there was nothing to measure. */
  readonly byId: ReadonlyMap<string, readonly (number | null)[]>;
}

/** The bar ends at three bands; beyond that it is shown broken. */
const SCALE = 3 * DEFAULT_BAND;

const IDENTITY_COLUMNS: readonly Column<PortfolioSummary>[] = [
  fieldColumn('label', 'Portfolio', (_, row) => <PortfolioLink portfolio={row} />, {
    overflow: 'clip',
    className: classes.name,
  }),
  fieldColumn('form', 'Form', (form) => <Badge>{form}</Badge>, {
    hint: 'How the portfolio is rebalanced: in one step, or once you have approved a plan',
  }),
  { id: 'wrapper', header: 'Wrapper', accessor: (row) => wrapperName(row.wrapper) },
];

/**
 * NAV and cash in the reporting currency, with the NAV in the portfolio's own beside it. They are sorted by their value
 * in one currency, even if each is shown in its own.
 */
function moneyColumns(reporting: Reporting): Column<PortfolioSummary>[] {
  const { currency: unit } = reporting;
  const worth = (amount: (row: PortfolioSummary) => number) => (row: PortfolioSummary) =>
    converted(reporting, amount(row), row.currency);
  const column = (id: string, header: string, hint: string, amount: (row: PortfolioSummary) => number) => ({
    id,
    header,
    hint,
    align: 'right' as const,
    accessor: worth(amount),
    ...(unit === null ? inOwn(amount) : { unit }),
    cell: (row: PortfolioSummary) =>
      unit === null ? (
        <OwnAmount row={row} amount={amount} />
      ) : (
        shownWorth(worth(amount)(row), amount(row), row.currency)
      ),
  });
  const where =
    unit === null ? 'in the portfolio’s own currency. Sorted by value in EUR.' : `in ${unit}, the reporting currency`;
  const own: Column<PortfolioSummary> = {
    id: 'own_value',
    header: 'In base currency',
    align: 'right',
    accessor: worth(totalValue),
    ...inOwn(totalValue),
    hint: `NAV in the base currency of the portfolio. Sorted by value in ${unit}.`,
    cell: (row) => (
      <Dimmed title={formatRates(reporting, [row.currency])}>
        <OwnAmount row={row} amount={totalValue} />
      </Dimmed>
    ),
  };
  return [
    BASE_COLUMN,
    column(
      'total_value',
      'NAV',
      `Net asset value: positions at mid price plus cash and receivable dividends, ${where}`,
      totalValue,
    ),
    ...(unit === null ? [] : [own]),
    column('cash', 'Cash', `Cash ${where}`, (row) => row.cash),
  ];
}

const BASE_COLUMN: Column<PortfolioSummary> = {
  id: 'currency',
  header: 'Base',
  hint: 'Base currency',
  accessor: (row) => row.currency,
};

/** An amount in the base currency of its row, which a copy has in a column of its own. */
function inOwn(amount: (row: PortfolioSummary) => number): Partial<Column<PortfolioSummary>> {
  return { exact: amount, copy: (row) => formatMoney(amount(row)), unitColumn: BASE_COLUMN };
}

interface OwnAmountProps {
  readonly row: PortfolioSummary;
  readonly amount: (row: PortfolioSummary) => number;
}

/** On screen the currency has its own column. */
function OwnAmount({ row, amount }: OwnAmountProps) {
  return (
    <>
      {formatMoney(amount(row))}
      <VisuallyHidden> {row.currency}</VisuallyHidden>
    </>
  );
}

function totalValue({ total_value: nav }: PortfolioSummary): number {
  return nav;
}

/** With the amount in the currency of the portfolio as a tooltip. */
function shownWorth(worth: number | null, amount: number, currency: string) {
  const own = `${formatMoney(amount)} ${currency}`;
  if (worth === null) return <Dimmed title={`${own}: there is no exchange rate for it.`}>no rate</Dimmed>;
  return <span title={own}>{formatMoney(worth)}</span>;
}

const STATE_COLUMNS: readonly Column<PortfolioSummary>[] = [
  numberColumn('positions', 'Pos.', (row) => row.positions, formatCount, { hint: 'Number of positions' }),
  {
    id: 'exchanges',
    header: 'Exchanges',
    overflow: 'clip',
    accessor: (row) => row.exchanges.join(' '),
    cell: ({ exchanges }) => <Dimmed title={exchanges.join(' ')}>{exchanges.join(' ') || '–'}</Dimmed>,
  },
  {
    id: 'state',
    header: 'State',
    hint: `A rebalance that is under way or failed, or else the position relative to the ${DEFAULT_BAND_TEXT} band`,
    accessor: (row) => STATE_LOOKS[portfolioState(row)].words,
    copy: (row) => STATE_LOOKS[portfolioState(row)].words,
    cell: stateBadge,
  },
  {
    id: 'max_drift',
    header: 'Max drift',
    ...PERCENT,
    align: 'right',
    hint: `${MAX_DRIFT_HINT} The mark is the ${DEFAULT_BAND_TEXT} band.`,
    accessor: (row) => (row.has_targets ? row.max_drift : null),
    cell: (row) => (row.has_targets ? driftMeter(row) : DASH),
  },
  {
    id: 'rebalance',
    header: 'Rebalance',
    hint: 'The latest rebalance that was not a dry run',
    accessor: (row) => row.rebalance?.status ?? null,
    copy: ({ rebalance }) => (rebalance === null ? 'none' : formatStatus(rebalance.status)),
    cell: ({ rebalance }) =>
      rebalance === null ? (
        <Dimmed>none</Dimmed>
      ) : (
        <RowLink to={paths.rebalance(rebalance.rebalance_id)}>
          <StatusBadge status={rebalance.status} />
        </RowLink>
      ),
  },
];

export function portfolioColumns(reporting: Reporting): Column<PortfolioSummary>[] {
  return [...IDENTITY_COLUMNS, ...moneyColumns(reporting), ...STATE_COLUMNS];
}

/** With the drift lines, which are shown but not copied. */
export function drawnColumns(reporting: Reporting, lines: DriftLines): Column<PortfolioSummary>[] {
  return portfolioColumns(reporting).toSpliced(-1, 0, {
    id: 'drift_line',
    header: 'Last 7 days',
    hint: 'Max drift over the last seven virtual days. The dashed line is the band. Shown for the first 200 rows only.',
    cell: (row) => <Sparkline drifts={lines.byId.get(row.portfolio_id) ?? []} weeksAgo={lines.weeksAgo} />,
  });
}

/** With a mark that links to unsaved edits. */
function PortfolioLink({ portfolio }: { readonly portfolio: PortfolioSummary }) {
  const { label, portfolio_id: portfolioId } = portfolio;
  const draft = useDraftOf(portfolio);
  return (
    <>
      <span title={label}>
        <RowLink to={paths.portfolio(portfolioId)}>{label}</RowLink>
      </span>{' '}
      {draft !== undefined && (
        <RowLink to={paths.editPortfolio(portfolioId)}>
          <Badge color="live" title={`Unsaved changes from ${formatStoredAt(draft)}`}>
            draft
          </Badge>
        </RowLink>
      )}
    </>
  );
}

/** A small bar of the largest drift against the default band, with the number. */
function driftMeter({ max_drift: maxDrift, breached }: PortfolioSummary) {
  const drift = Math.abs(maxDrift);
  const isBeyond = drift > SCALE;
  return (
    <span className={classes.driftMeter}>
      <Toned tone={breached ? 'warn' : 'inherit'}>{formatWeight(drift)}</Toned>
      <span className={classes.driftBar} title={isBeyond ? BROKEN : undefined} aria-hidden>
        <span data-breached={breached ? '' : undefined} style={{ width: `${Math.min(100, (drift / SCALE) * 100)}%` }} />
        <i style={{ left: `${(DEFAULT_BAND / SCALE) * 100}%` }} />
        {isBeyond && <b />}
      </span>
    </span>
  );
}

const BROKEN = `The bar is truncated: its scale ends at ${formatPercent(SCALE)}`;

const WIDTH = 72;
const HEIGHT = 18;
const MARGIN = 2;
const SPAN = WIDTH - 2 * MARGIN;

type SparklineProps = Pick<DriftLines, 'weeksAgo'> & { readonly drifts: readonly (number | null)[] };

/** The largest drift of a portfolio as a small line over the last week, with the band as a dashed line. */
function Sparkline({ drifts, weeksAgo }: SparklineProps) {
  const measured = drifts.flatMap((drift, index) => (drift === null ? [] : [{ drift, index }]));
  const [first, last] = [measured.at(0), measured.at(-1)];
  if (first === undefined || last === undefined) return DASH;
  const highest = Math.max(...measured.map(({ drift }) => drift));
  const top = Math.max(DEFAULT_BAND * 1.2, highest);
  // The right end is now, the left end a week ago.
  const x = (index: number) => WIDTH - MARGIN - (weeksAgo[index] ?? 0) * SPAN;
  const y = (drift: number) => HEIGHT - MARGIN - (drift / top) * (HEIGHT - 2 * MARGIN);
  const points = measured.map(({ drift, index }) => `${x(index).toFixed(1)},${y(drift).toFixed(1)}`).join(' ');
  const label = `From ${formatPercent(first.drift)} to ${formatPercent(last.drift)}; the highest was ${formatPercent(highest)}`;
  const isOutside = last.drift > DEFAULT_BAND ? '' : undefined;
  return (
    <svg className={classes.sparkline} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      <line x1={0} x2={WIDTH} y1={y(DEFAULT_BAND)} y2={y(DEFAULT_BAND)} />
      <polyline points={points} data-outside={isOutside} />
      <circle cx={x(last.index)} cy={y(last.drift)} r={1.75} data-outside={isOutside} />
    </svg>
  );
}

/** The state of a portfolio; it links to the rebalance that is executing or failed. */
function stateBadge(portfolio: PortfolioSummary) {
  const state = portfolioState(portfolio);
  const { words: stateLabel, tone, mark, meaning } = STATE_LOOKS[state];
  const badge = (
    <Badge color={tone} title={meaning}>
      <span aria-hidden>{mark}</span>
      {stateLabel}
    </Badge>
  );
  if (portfolio.rebalance === null || (state !== 'rebalancing' && state !== 'failed')) return badge;
  return <RowLink to={paths.rebalance(portfolio.rebalance.rebalance_id)}>{badge}</RowLink>;
}
