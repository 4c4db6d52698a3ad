/** The scheduled cash flows of a portfolio, each of which can be ended. Without any, there is no panel. */
import { Text } from '@mantine/core';
import { type CashFlow, endCashFlow, useCashFlows } from '../../../../api/activity-api.ts';
import { ActionButton } from '../../../../components/feedback/action-button.tsx';
import { formatCount, formatMoney } from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { Dimmed } from '../../../../components/layout/dimmed.tsx';
import { type Column, fieldColumn, numberColumn, VIRTUAL_UTC } from '../../../../components/tables/table-column.ts';
import { TablePanel } from '../../../../components/tables/table-panel.tsx';
import { CASH_FLOW_NAMES, EVERY_NAMES } from './activity-labels.ts';

interface ScheduledFlowsProps {
  readonly portfolioId: string;
  readonly currency: string;
}

export function ScheduledFlows({ portfolioId, currency }: ScheduledFlowsProps) {
  const flows = useCashFlows(portfolioId).data?.cash_flows ?? [];
  const scheduled = flows.filter(({ status }) => status === 'scheduled');
  if (scheduled.length === 0) return null;
  return (
    <TablePanel
      title="Scheduled cash flows"
      layoutKey="portfolio/cash-flows"
      columns={flowColumns(portfolioId, currency)}
      rows={scheduled}
      rowKey={({ cash_flow_id: id }) => id}
      initialSort={{ column: 'next_at', descending: false }}
      empty={null}
    >
      {scheduled.some(({ every }) => every !== null) && LOCAL_TIME_NOTE}
    </TablePanel>
  );
}

const LOCAL_TIME_NOTE = (
  <Text c="dimmed" fz="sm" m={0} px="md" py={6} role="note">
    Regular cash flows keep their local time of day, so their UTC time shifts by an hour when daylight saving time
    begins or ends.
  </Text>
);

function flowColumns(portfolioId: string, unit: string): Column<CashFlow>[] {
  return [
    fieldColumn('next_at', 'Next', formatInstant, VIRTUAL_UTC),
    fieldColumn('kind', 'Kind', (kind) => CASH_FLOW_NAMES[kind]),
    numberColumn('amount', 'Amount', (flow) => flow.amount, formatMoney, { unit }),
    {
      id: 'every',
      header: 'Every',
      accessor: ({ every }) => (every === null ? null : EVERY_NAMES[every]),
      cell: ({ every }) => (every === null ? <Dimmed>once</Dimmed> : EVERY_NAMES[every]),
    },
    fieldColumn('until', 'Until', formatInstant, VIRTUAL_UTC),
    numberColumn('booked', 'Booked', (flow) => flow.booked, formatCount, { hint: 'Number of bookings so far' }),
    numberColumn('refused', 'Refused', (flow) => flow.refused, formatCount, {
      hint: 'Number of times it was skipped because there was too little free cash',
    }),
    {
      id: 'end',
      header: 'Actions',
      align: 'right',
      cell: (flow) => <EndButton flow={flow} portfolioId={portfolioId} />,
    },
  ];
}

function EndButton({ flow, portfolioId }: { readonly flow: CashFlow; readonly portfolioId: string }) {
  const { cash_flow_id: id, kind, amount, currency } = flow;
  const name = `${CASH_FLOW_NAMES[kind].toLowerCase()} of ${formatMoney(amount)} ${currency}`;
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      isOnce
      aria-label={`End the ${name}`}
      action={{
        doing: 'Ending the cash flow',
        run: () => endCashFlow(portfolioId, id),
        done: () => `The ${name} was ended; past bookings remain.`,
      }}
    >
      End
    </ActionButton>
  );
}
