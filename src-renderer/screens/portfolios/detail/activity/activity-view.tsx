/** What happened to a portfolio, newest first and as it happens, and the cash flows that are still to come. */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type ActivityEntry, type ActivityKind, useActivity } from '../../../../api/activity-api.ts';
import { useInstrumentsByIsin } from '../../../../api/market-api.ts';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import { useAddressChoice } from '../../../../components/format/use-address-choice.ts';
import { useAddressDialog } from '../../../../components/layout/use-address-dialog.ts';
import { useShownPortfolio } from '../../../../components/portfolios/use-shown-portfolio.ts';
import { paginationOf } from '../../../../components/tables/table-column.ts';
import { TablePanel } from '../../../../components/tables/table-panel.tsx';
import { activityColumns } from './activity-columns.tsx';
import { ACTIVITY_KIND_NAMES } from './activity-labels.ts';
import { CashFlowDialog } from './cash-flow-dialog.tsx';
import { ScheduledFlows } from './scheduled-flows.tsx';

const ALL = 'all';
const KINDS = Object.keys(ACTIVITY_KIND_NAMES) as ActivityKind[];
const CHOICES: readonly { readonly value: ActivityKind | typeof ALL; readonly label: string }[] = [
  { value: ALL, label: 'All kinds' },
  ...KINDS.map((value) => ({ value, label: ACTIVITY_KIND_NAMES[value] })),
];

export function ActivityView() {
  const portfolio = useShownPortfolio();
  const { portfolio_id: id, currency } = portfolio;
  const booking = useAddressDialog('cash-flow');
  const [kind, setKind] = useAddressChoice<ActivityKind | typeof ALL>('kind', [ALL, ...KINDS]);
  const [isScrolledAway, setIsScrolledAway] = useState(false);
  const read = useActivity(id, kind === ALL ? null : kind, isScrolledAway);
  return (
    <>
      <ScheduledFlows portfolioId={id} currency={currency} />
      <QueryBoundary read={read} doing="Reading the activity">
        {(entries) => (
          <ActivityPanel
            {...{ entries, currency }}
            isFiltered={kind !== ALL}
            pagination={paginationOf(read, 'Load older entries')}
            onScrolledAway={setIsScrolledAway}
            side={
              <>
                <NativeSelect
                  size="xs"
                  aria-label="Which kind is shown"
                  data={[...CHOICES]}
                  value={kind}
                  onChange={({ currentTarget: { value } }) =>
                    setKind(CHOICES.find((each) => each.value === value)?.value ?? ALL)
                  }
                />
                <Button size="xs" variant="default" onClick={booking.open}>
                  Book a cash flow…
                </Button>
              </>
            }
          />
        )}
      </QueryBoundary>
      {booking.isOpen && <CashFlowDialog portfolio={portfolio} onClose={booking.close} />}
    </>
  );
}

type TablePanelProps = Parameters<typeof TablePanel<ActivityEntry>>[0];

interface ActivityPanelProps extends Pick<TablePanelProps, 'side' | 'pagination' | 'onScrolledAway'> {
  readonly entries: readonly ActivityEntry[];
  readonly currency: string;
  readonly isFiltered: boolean;
}

function ActivityPanel({ entries, currency, isFiltered, ...panel }: ActivityPanelProps) {
  const instruments = useInstrumentsByIsin();
  return (
    <TablePanel
      {...panel}
      title="Activity"
      columns={activityColumns(entries, currency, instruments)}
      rows={entries}
      rowKey={({ seq }) => String(seq)}
      bulk={copiedOnly}
      empty={
        isFiltered ? (
          <>
            <strong>Nothing of this kind has happened.</strong>
            Choose “All kinds” to see what else has.
          </>
        ) : (
          <>
            <strong>Nothing has happened yet.</strong>
            Trades, cash flows and changes from outside appear here.
          </>
        )
      }
    />
  );
}

/** Selected rows can be copied, as those of any table. */
const copiedOnly = () => null;
