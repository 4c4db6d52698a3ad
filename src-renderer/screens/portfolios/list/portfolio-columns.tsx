/** The columns of the portfolio list. */

import { Badge, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { formatCount, formatMoney } from '../../../components/format/format-number.ts';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { type Column, numberColumn } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import { portfolioState, STATE_LOOKS } from './portfolio-filters.ts';
import classes from './portfolios.module.css';

/** Drifts of the last week by portfolio, as far as they have been read. */
export type DriftLinesById = ReadonlyMap<string, readonly (number | null)[]>;

/** The default band of the service: 5 % of the portfolio, absolute (specification 4.2). */
const BAND = 0.05;

export function portfolioColumns(lines: DriftLinesById): Column<PortfolioSummary>[] {
  return [
    ...WHAT_COLUMNS,
    {
      id: 'state',
      header: 'State',
      hint: 'A rebalance under way or failed, else the ±5 % band',
      accessor: (row) => STATE_LOOKS[portfolioState(row)].words,
      cell: (row) => <StateBadge portfolio={row} />,
    },
    {
      id: 'max_drift',
      header: 'Max drift',
      unit: 'bps',
      align: 'right',
      hint: 'Largest distance of a weight from its target; the mark is the 5 % band',
      accessor: (row) => (row.has_targets ? row.max_drift : null),
      cell: (row) => <DriftMeter maxDrift={row.max_drift} breached={row.breached} hasTargets={row.has_targets} />,
    },
    {
      id: 'drift_line',
      header: 'Last 7 days',
      hint: 'Max drift over the last seven virtual days, the broken line is the band; drawn for the first 200 rows',
      cell: (row) => <Sparkline drifts={lines.get(row.portfolio_id) ?? []} band={BAND} />,
    },
    LATEST_COLUMN,
  ];
}

const WHAT_COLUMNS: readonly Column<PortfolioSummary>[] = [
  {
    id: 'label',
    header: 'Portfolio',
    overflow: 'clip',
    accessor: (row) => row.label,
    cell: (row) => (
      <Link to={paths.portfolio(row.portfolio_id)} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
        {row.label}
      </Link>
    ),
  },
  {
    id: 'form',
    header: 'Form',
    hint: 'The form of the interface that made the portfolio',
    accessor: (row) => row.form,
    cell: (row) => <Badge>{row.form}</Badge>,
  },
  { id: 'wrapper', header: 'Wrapper', accessor: (row) => row.wrapper, cell: (row) => row.wrapper },
  {
    id: 'currency',
    header: 'Base',
    hint: 'Base currency',
    accessor: (row) => row.currency,
    cell: (row) => row.currency,
  },
  numberColumn('total_value', 'NAV', (row) => row.total_value, formatMoney, {
    hint: 'Net asset value in base currency: positions at mid price plus cash',
  }),
  numberColumn('cash', 'Cash', (row) => row.cash, formatMoney, { hint: 'Cash in base currency' }),
  numberColumn('positions', 'Pos.', (row) => row.positions, formatCount, { hint: 'Number of positions' }),
  {
    id: 'exchanges',
    header: 'Exchanges',
    className: classes.exchangeList,
    accessor: (row) => row.exchanges.join(' '),
    cell: (row) => (
      <Text span c="dimmed" title={row.exchanges.join(' ')}>
        {row.exchanges.join(' ') || '–'}
      </Text>
    ),
  },
];

const LATEST_COLUMN: Column<PortfolioSummary> = {
  id: 'rebalance',
  header: 'Rebalance',
  hint: 'The latest one that was no dry run',
  accessor: (row) => row.rebalance?.status ?? null,
  cell: (row) =>
    row.rebalance === null ? (
      <Text span c="dimmed">
        none
      </Text>
    ) : (
      <Link to={paths.rebalance(row.rebalance.rebalance_id)} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
        <StatusBadge status={row.rebalance.status} />
      </Link>
    ),
};

/** The bar ends at three bands. */
const SCALE = 3 * BAND;

interface DriftMeterProps {
  readonly maxDrift: number;
  readonly breached: boolean;
  /** False: there is nothing to drift from. */
  readonly hasTargets: boolean;
}

/** A small bar of the largest drift against the default band, with the number. */
function DriftMeter({ maxDrift, breached, hasTargets }: DriftMeterProps) {
  if (!hasTargets)
    return (
      <Text span c="dimmed">
        –
      </Text>
    );
  const drift = Math.abs(maxDrift);
  return (
    <span className={classes.driftMeter}>
      <Text span c={breached ? 'warn' : 'inherit'}>
        {formatCount(Math.round(drift * 10_000))}
      </Text>
      <span className={classes.driftMeterBar} aria-hidden>
        <span data-breached={breached ? '' : undefined} style={{ width: `${Math.min(100, (drift / SCALE) * 100)}%` }} />
        <i style={{ left: `${(BAND / SCALE) * 100}%` }} />
      </span>
    </span>
  );
}

interface SparklineProps {
  /** Shares of 1, evenly spread over time, oldest first; null where there was nothing to measure. */
  readonly drifts: readonly (number | null)[];
  readonly band: number;
}

const WIDTH = 72;
const HEIGHT = 18;
const MARGIN = 2;
const SPAN = WIDTH - 2 * MARGIN;

/** The largest drift of a portfolio over the last week as a small line, with the band as a broken line. */
function Sparkline({ drifts, band }: SparklineProps) {
  const measured = drifts.flatMap((drift, place) => (drift === null ? [] : [{ drift, place }]));
  const [first, last] = [measured.at(0), measured.at(-1)];
  if (first === undefined || last === undefined)
    return (
      <Text span c="dimmed">
        –
      </Text>
    );
  const highest = Math.max(...measured.map(({ drift }) => drift));
  const top = Math.max(band * 1.2, highest);
  // The right end is now.
  const x = (place: number) => WIDTH - MARGIN - ((drifts.length - 1 - place) / Math.max(1, drifts.length - 1)) * SPAN;
  const y = (drift: number) => HEIGHT - MARGIN - (drift / top) * (HEIGHT - 2 * MARGIN);
  const points = measured.map(({ drift, place }) => `${x(place).toFixed(1)},${y(drift).toFixed(1)}`).join(' ');
  const label = `From ${inBps(first.drift)} to ${inBps(last.drift)} bps; the highest was ${inBps(highest)}`;
  return (
    <svg className={classes.sparkline} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      <line className={classes.sparklineBand} x1={0} x2={WIDTH} y1={y(band)} y2={y(band)} />
      <polyline points={points} data-outside={last.drift > band ? '' : undefined} />
      <circle cx={x(last.place)} cy={y(last.drift)} r={1.75} data-outside={last.drift > band ? '' : undefined} />
    </svg>
  );
}

function inBps(drift: number): string {
  return formatCount(Math.round(drift * 10_000));
}

/** The state of a portfolio; it links to the rebalance that is under way or failed. */
function StateBadge({ portfolio }: { readonly portfolio: PortfolioSummary }) {
  const state = portfolioState(portfolio);
  const { words, tone, mark, meaning } = STATE_LOOKS[state];
  const badge = (
    <Badge color={tone} title={meaning}>
      <span aria-hidden>{mark}</span>
      {words}
    </Badge>
  );
  if (portfolio.rebalance === null || (state !== 'rebalancing' && state !== 'failed')) return badge;
  return (
    <Link
      to={paths.rebalance(portfolio.rebalance.rebalance_id)}
      tabIndex={-1}
      onClick={(event) => event.stopPropagation()}
    >
      {badge}
    </Link>
  );
}
