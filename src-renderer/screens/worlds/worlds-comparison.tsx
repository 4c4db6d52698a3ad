/** Two worlds side by side: where their logs diverge, and value, drift and orders of the portfolios in either. */
import { Box, Group, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import type { PortfolioSummary, RebalanceSummary } from '../../../src-server/contract/control/portfolios/portfolios.ts';
import type { PastEvent } from '../../../src-server/contract/control/world/history.ts';
import { addressOfWorld } from '../../../src-server/contract/control/worlds/world-address.ts';
import type { WorldComparison } from '../../../src-server/contract/control/worlds/worlds.ts';
import {
  useEntriesAfter,
  usePortfoliosOf,
  useRebalancesOf,
  useWorldComparison,
  useWorlds,
} from '../../api/worlds-api.ts';
import { MAX_DRIFT_HINT } from '../../components/charts/drift-band.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import {
  formatCount,
  formatMoney,
  formatWeight,
  plural,
  signedMoney,
  signedWeight,
} from '../../components/format/format-number.ts';
import { formatMillisecond } from '../../components/format/format-time.ts';
import { DASH, Dimmed } from '../../components/layout/dimmed.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { useIsPrinted } from '../../components/paper/use-is-printed.ts';
import { DataTable } from '../../components/tables/data-table.tsx';
import { signedColumn } from '../../components/tables/signed-column.tsx';
import { type Column, fieldColumn, numberColumn, PERCENT, VIRTUAL_UTC } from '../../components/tables/table-column.ts';
import { TablePanel } from '../../components/tables/table-panel.tsx';
import { paths } from '../../paths.ts';
import { countOfFork, describeClocks } from './untraded-differences.ts';

interface WorldsComparisonProps {
  readonly names: readonly string[];
  readonly first: string;
  readonly second: string;
  readonly onChange: (first: string, second: string) => void;
}

export function WorldsComparison({ names, first, second, onChange }: WorldsComparisonProps) {
  const data = [...names];
  const isOne = first === second;
  return (
    <>
      <Group gap="sm" align="end" mt="md">
        <NativeSelect
          label="Compare"
          data={data}
          value={first}
          onChange={(event) => onChange(event.currentTarget.value, second)}
        />
        <NativeSelect
          label="with"
          data={data}
          value={second}
          error={isOne ? 'Choose another world' : undefined}
          onChange={(event) => onChange(first, event.currentTarget.value)}
        />
      </Group>
      {!isOne && (
        <>
          <Logs first={first} second={second} />
          <Portfolios first={first} second={second} />
        </>
      )}
    </>
  );
}

type Pair = Pick<WorldsComparisonProps, 'first' | 'second'>;

function Logs({ first, second }: Pair) {
  return (
    <QueryBoundary query={useWorldComparison(first, second)} doing="Comparing the event logs">
      {(compared) => (
        <Panel title="Event logs" layoutKey="worlds/logs" side={headline(compared)} padded>
          {compared.are_equal ? (
            <Dimmed>Both worlds have the same history.</Dimmed>
          ) : (
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Since side={compared.first} after={compared.same_events} other={compared.second.name} />
              <Since side={compared.second} after={compared.same_events} other={compared.first.name} />
            </SimpleGrid>
          )}
        </Panel>
      )}
    </QueryBoundary>
  );
}

function headline({ same_events: same, are_equal: areEqual }: WorldComparison): string {
  return areEqual
    ? `the same ${plural(same, 'entry', 'entries')}`
    : `diverge after ${plural(same, 'entry', 'entries')}`;
}

interface SinceProps {
  readonly side: WorldComparison['first'];
  /** Number of common entries at the start of both logs. */
  readonly after: number;
  readonly other: string;
}

/** The events in a world since the divergence, each with a link; those written by the creation of a fork are marked. */
function Since({ side: { name, now, events }, after, other }: SinceProps) {
  const origin = useWorlds().data?.worlds.find((world) => world.name === name)?.fork_of ?? null;
  return (
    <Box component="section" aria-label={`Log of ${name}`} miw={0}>
      <Group gap="xs" mb="xs">
        <strong>{name}</strong>
        <Dimmed>
          {plural(events, 'entry', 'entries')}, clock at {formatMillisecond(now)}
        </Dimmed>
      </Group>
      <QueryBoundary query={useEntriesAfter(name, after)} doing={`Loading the log of ${name}`}>
        {({ events: entries }) => (
          <Entries
            world={name}
            entries={entries}
            ofFork={origin === other ? countOfFork(entries) : 0}
            more={events - after - entries.length}
          />
        )}
      </QueryBoundary>
    </Box>
  );
}

interface EntriesProps {
  readonly world: string;
  readonly entries: readonly PastEvent[];
  /** Number of the first ones that were written by the creation of the fork. */
  readonly ofFork: number;
  /** Number of later ones. */
  readonly more: number;
}

function Entries({ world, entries, ofFork, more }: EntriesProps) {
  const isPrinted = useIsPrinted();
  if (entries.length === 0) return <Dimmed>Nothing has happened in this world since.</Dimmed>;
  const last = entries.at(-1)?.seq ?? 0;
  const lastOfFork = entries[ofFork - 1]?.seq ?? 0;
  return (
    <Box mah={isPrinted ? undefined : 320} style={{ overflow: 'auto' }}>
      <DataTable
        label={`Entries of ${world} since then`}
        columns={entryColumns(world, lastOfFork)}
        rows={entries}
        rowKey={({ seq }) => String(seq)}
        spare={['at']}
        empty={null}
      />
      {ofFork === entries.length && more === 0 && <Dimmed>Nothing else has happened in this world since.</Dimmed>}
      {more > 0 && (
        <p>
          <a href={timelineOf(world, last)}>{plural(more, 'later entry', 'later entries')} on its timeline</a>
        </p>
      )}
    </Box>
  );
}

const timelineOf = (world: string, seq: number) => `${addressOfWorld(world)}${paths.timelineAt(seq)}`;

/** `lastOfFork`: the last entry that was written by the creation of the fork. */
function entryColumns(world: string, lastOfFork: number): readonly Column<PastEvent>[] {
  return [
    fieldColumn('seq', 'Entry', (seq) => <a href={timelineOf(world, seq)}>{formatCount(seq)}</a>, { align: 'right' }),
    fieldColumn('at', 'Time', formatMillisecond, VIRTUAL_UTC),
    fieldColumn('type', 'Type', (type) => <code>{type}</code>),
    {
      id: 'words',
      header: 'What',
      overflow: 'clip',
      accessor: ({ seq, summary: text }) => (seq <= lastOfFork ? `made by the fork: ${text}` : text),
    },
  ];
}

/** A portfolio of either world; `null` if one of them does not have it. */
interface Row {
  readonly id: string;
  readonly label: string;
  readonly currency: string;
  readonly sides: readonly [Side | null, Side | null];
}

interface Side {
  readonly value: number;
  /** Null: it has no targets. */
  readonly drift: number | null;
  readonly orders: number;
}

function Portfolios({ first, second }: Pair) {
  const compared = useWorldComparison(first, second).data;
  const clocks = compared === undefined ? null : describeClocks(compared);
  const queries = [usePortfoliosOf(first), usePortfoliosOf(second)] as const;
  const rebalances = [useRebalancesOf(first).data?.rebalances, useRebalancesOf(second).data?.rebalances];
  return (
    <QueryBoundary query={queries[0]} doing={`Loading the portfolios of ${first}`}>
      {(one) => (
        <QueryBoundary query={queries[1]} doing={`Loading the portfolios of ${second}`}>
          {(other) => (
            <TablePanel
              title="Portfolios"
              layoutKey="worlds/portfolios"
              columns={columnsOf(first, second)}
              rows={rowsOf([one.portfolios, other.portfolios], rebalances)}
              rowKey={({ id }) => id}
              empty={<strong>Neither of the worlds has a portfolio.</strong>}
            >
              {clocks !== null && (
                <Text c="dimmed" px="md" py={6}>
                  {clocks}
                </Text>
              )}
            </TablePanel>
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

function columnsOf(first: string, second: string): readonly Column<Row>[] {
  const worthOf = (index: 0 | 1) => (row: Row) => row.sides[index]?.value ?? null;
  const ordersOf = (index: 0 | 1) => (row: Row) => row.sides[index]?.orders ?? null;
  return [
    { id: 'label', header: 'Portfolio', overflow: 'clip', accessor: ({ label }) => label },
    { id: 'currency', header: 'Currency', accessor: ({ currency }) => currency },
    numberColumn('value-a', `Value, ${first}`, worthOf(0), formatMoney),
    numberColumn('value-b', `Value, ${second}`, worthOf(1), formatMoney),
    signedColumn('difference', 'Difference', differenceOf, signedMoney),
    signedColumn('difference-share', 'Difference', differenceShareOf, signedWeight, {
      ...PERCENT,
      hint: `Of the value in ${first}`,
    }),
    driftColumn('drift-a', `Max drift, ${first}`, 0),
    driftColumn('drift-b', `Max drift, ${second}`, 1),
    numberColumn('orders-a', `Orders, ${first}`, ordersOf(0), formatCount),
    numberColumn('orders-b', `Orders, ${second}`, ordersOf(1), formatCount),
  ];
}

function differenceOf({ sides: [one, other] }: Row): number | null {
  return one === null || other === null ? null : other.value - one.value;
}

/** Share of the value in the first world; null if that is 0. */
function differenceShareOf(row: Row): number | null {
  const difference = differenceOf(row);
  const base = row.sides[0]?.value ?? 0;
  return difference === null || base === 0 ? null : difference / base;
}

/** Without targets there is no drift, which differs from a drift of 0. */
function driftColumn(id: string, header: string, index: 0 | 1): Column<Row> {
  const driftOf = (row: Row) => row.sides[index]?.drift ?? null;
  return numberColumn(id, header, driftOf, formatWeight, {
    ...PERCENT,
    hint: MAX_DRIFT_HINT,
    cell: (row) => {
      const drift = driftOf(row);
      if (drift !== null) return formatWeight(drift);
      return row.sides[index] === null ? DASH : <Dimmed>no targets</Dimmed>;
    },
  });
}

type Lists<T> = readonly (readonly T[] | undefined)[];

function rowsOf(portfolios: Lists<PortfolioSummary>, rebalances: Lists<RebalanceSummary>): Row[] {
  const all = new Map<string, PortfolioSummary>();
  for (const list of portfolios)
    for (const each of list ?? []) if (!all.has(each.portfolio_id)) all.set(each.portfolio_id, each);
  const sideOf = (id: string, index: 0 | 1): Side | null => {
    const portfolio = portfolios[index]?.find(({ portfolio_id: of }) => of === id);
    if (portfolio === undefined) return null;
    const own = rebalances[index]?.filter(({ portfolio_id: of, simulation }) => of === id && !simulation) ?? [];
    const orders = own.reduce((sum, { fills, orders: count }) => sum + (fills > 0 ? count : 0), 0);
    const drift = portfolio.has_targets ? portfolio.max_drift : null;
    return { value: portfolio.total_value, drift, orders };
  };
  return [...all.values()].map(({ portfolio_id: id, label, currency }) => ({
    id,
    label,
    currency,
    sides: [sideOf(id, 0), sideOf(id, 1)],
  }));
}
