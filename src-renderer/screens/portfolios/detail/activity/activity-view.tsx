/** The activity of a portfolio, newest first and live, and its scheduled cash flows. */
import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ActivityEntry } from '../../../../../src-server/contract/control/portfolios/activity.ts';
import { type ActivityKind, useActivity } from '../../../../api/activity-api.ts';
import { useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { useSession } from '../../../../api/world-api.ts';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import { useAddressChoice } from '../../../../components/format/use-address-choice.ts';
import { useAddressDialog } from '../../../../components/layout/use-address-dialog.ts';
import { DividendTaxNote } from '../../../../components/portfolios/dividend-tax-note.tsx';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { paginationOf, type RowParts } from '../../../../components/tables/table-column.ts';
import { TablePanel } from '../../../../components/tables/table-panel.tsx';
import { activityColumns } from './activity-columns.tsx';
import { withoutRepeated } from './activity-details.ts';
import { ACTIVITY_KIND_NAMES, happeningOf } from './activity-labels.ts';
import { CashFlowDialog } from './cash-flow-dialog.tsx';
import { OrderFills } from './order-fills.tsx';
import { ScheduledFlows } from './scheduled-flows.tsx';
import { SETTLEMENT_NAMES, SettlementsPanel } from './settlements-panel.tsx';

const ALL = 'all';
/** Kinds with lists of their own: trades with their past or future settlement. */
const SETTLEMENTS = { unsettled: 'pending', settled: 'settled' } as const;
type Settlements = keyof typeof SETTLEMENTS;
type Choice = ActivityKind | typeof ALL | Settlements;

const KINDS = Object.keys(ACTIVITY_KIND_NAMES) as ActivityKind[];
const SETTLEMENT_KINDS = Object.keys(SETTLEMENTS) as Settlements[];

export function ActivityView() {
  const portfolio = useShownPortfolio();
  const { portfolio_id: id, currency } = portfolio;
  const booking = useAddressDialog('cash-flow');
  const [kind, choice] = useKindChoice();
  const side = (
    <>
      {choice}
      <Button size="xs" variant="default" onClick={booking.open}>
        Book a cash flow…
      </Button>
    </>
  );
  return (
    <>
      <ScheduledFlows portfolioId={id} currency={currency} />
      {kind === 'unsettled' || kind === 'settled' ? (
        <SettlementsPanel portfolioId={id} currency={currency} status={SETTLEMENTS[kind]} side={side} />
      ) : (
        <ActivityList portfolioId={id} currency={currency} kind={kind === ALL ? null : kind} side={side} />
      )}
      {booking.isOpen && <CashFlowDialog portfolio={portfolio} onClose={booking.close} />}
    </>
  );
}

/** The shown kind, and the field that chooses it; settlement only if trades settle days later. */
function useKindChoice(): readonly [Choice, ReactNode] {
  const isSimulated = useSession().data?.settlement === 'simulated';
  const more = isSimulated ? SETTLEMENT_KINDS : [];
  const [kind, setKind] = useAddressChoice<Choice>('kind', [ALL, ...KINDS, ...more]);
  const data = [
    { value: ALL, label: 'All kinds' },
    ...KINDS.map((value) => ({ value, label: ACTIVITY_KIND_NAMES[value] })),
    ...more.map((value) => ({ value, label: SETTLEMENT_NAMES[SETTLEMENTS[value]] })),
  ];
  const choose = (value: string) => setKind([...KINDS, ...more].find((each) => each === value) ?? ALL);
  return [
    kind,
    <NativeSelect
      key="kind"
      size="xs"
      aria-label="Kind of activity"
      data={data}
      value={kind}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />,
  ];
}

interface ActivityListProps extends Pick<ActivityPanelProps, 'currency' | 'side'> {
  readonly portfolioId: string;
  readonly kind: ActivityKind | null;
}

function ActivityList({ portfolioId, kind, ...panel }: ActivityListProps) {
  const [isScrolledAway, setIsScrolledAway] = useState(false);
  const query = useActivity(portfolioId, kind, isScrolledAway);
  return (
    <QueryBoundary query={query} doing="Loading the activity">
      {(entries) => (
        <ActivityPanel
          {...panel}
          portfolioId={portfolioId}
          entries={kind === null ? withoutRepeated(entries) : entries}
          isFiltered={kind !== null}
          pagination={paginationOf(query, 'Load older entries')}
          onScrolledAway={setIsScrolledAway}
        />
      )}
    </QueryBoundary>
  );
}

/** The fills of an order have it, too. */
const SPARE = ['exchange', 'fills'];

type TablePanelProps = Parameters<typeof TablePanel<ActivityEntry>>[0];

/** An order expands to its fills if they add to its row: if there are several, or to show the cash after one. */
const FILLS: RowParts<ActivityEntry> = {
  of: () => [],
  label: (row) => ((row.fills ?? 0) > 1 || (row.fills === 1 && row.cash === null) ? fillsLabel(row) : null),
};

function fillsLabel(row: ActivityEntry): string {
  return `Fills of the order: ${happeningOf(row).toLowerCase()} ${row.isin ?? ''} on ${row.exchange ?? ''}`;
}

interface ActivityPanelProps extends Pick<TablePanelProps, 'side' | 'pagination' | 'onScrolledAway'> {
  readonly portfolioId: string;
  readonly entries: readonly ActivityEntry[];
  readonly currency: string;
  readonly isFiltered: boolean;
}

function ActivityPanel({ portfolioId, entries, currency, isFiltered, ...panel }: ActivityPanelProps) {
  const instruments = useInstrumentsByIsin();
  return (
    <TablePanel
      {...panel}
      title="Activity"
      columns={activityColumns(entries, currency, instruments)}
      rows={entries}
      rowKey={({ seq, order_id: order }) => order ?? String(seq)}
      parts={FILLS}
      spare={SPARE}
      detail={(row) =>
        row.order_id !== null && (
          <OrderFills portfolioId={portfolioId} orderId={row.order_id} label={fillsLabel(row)} currency={currency} />
        )
      }
      bulk={copiedOnly}
      empty={
        isFiltered ? (
          <>
            <strong>There is no activity of this kind.</strong>
            Choose “All kinds” to see other activity.
          </>
        ) : (
          <>
            <strong>No activity yet.</strong>
            Trades, cash flows and changes from outside appear here.
          </>
        )
      }
    >
      {entries.some(({ dividend }) => dividend !== null) && <DividendTaxNote />}
    </TablePanel>
  );
}

/** Selected rows can be copied, as in any table. */
const copiedOnly = () => null;
