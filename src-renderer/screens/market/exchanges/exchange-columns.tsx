/** The columns of the table of exchanges. */
import { ActionIcon, Badge, Button, Text, Tooltip } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import type { ExchangeView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { changeExchange } from '../../../api/market-api.ts';
import {
  formatCommission,
  formatLeg,
  formatLine,
  formatNextChange,
  PHASE_LABELS,
  typicalMs,
} from '../../../components/faults/format-exchange.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { ExchangeStatusIndicator } from '../../../components/orders/exchange-status-indicator.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import classes from '../market.module.css';

const PHASE_TONES = { open: 'ok', closing_auction: 'live', closed: 'plain' } as const;

export function exchangeColumns(onEdit: (mic: string) => void): Column<ExchangeView>[] {
  return [
    ...STATE_COLUMNS,
    ...TERMS_COLUMNS,
    {
      id: 'actions',
      header: 'Actions',
      align: 'right',
      className: classes.marketActions,
      cell: (row) => <ExchangeActions exchange={row} onEdit={() => onEdit(row.mic)} />,
    },
  ];
}

const STATE_COLUMNS: readonly Column<ExchangeView>[] = [
  {
    id: 'mic',
    header: 'MIC',
    accessor: (row) => row.mic,
    cell: (row) => (
      <strong>
        <ExchangeStatusIndicator mic={row.mic} {...lampOf(row)} />
      </strong>
    ),
  },
  {
    id: 'name',
    header: 'Name, city',
    className: classes.marketName,
    accessor: (row) => row.name,
    cell: (row) => (
      <span title={`${row.name}, ${row.city} (${row.time_zone})`}>
        {row.name}{' '}
        <Text span c="dimmed">
          {row.city}
        </Text>
      </span>
    ),
  },
  {
    id: 'phase',
    header: 'Phase',
    accessor: (row) => row.phase,
    cell: (row) => (
      <>
        <Badge color={PHASE_TONES[row.phase]}>{PHASE_LABELS[row.phase]}</Badge>{' '}
        <Text span c="dimmed">
          {formatNextChange(row)}
        </Text>
      </>
    ),
  },
  {
    id: 'line',
    header: 'Line',
    overflow: 'wrap',
    accessor: formatLine,
    cell: (row) => (
      <Text span c={row.connected ? 'inherit' : 'fail'}>
        {formatLine(row)}
      </Text>
    ),
  },
  {
    id: 'faults',
    header: 'Faults',
    align: 'right',
    hint: 'Faults in force here, those of every exchange included',
    accessor: (row) => row.active_faults.length,
    cell: (row) =>
      row.active_faults.length === 0 ? (
        <Text span c="dimmed">
          –
        </Text>
      ) : (
        <Badge color="warn">
          <span aria-hidden>!</span>
          {row.active_faults.length}
        </Badge>
      ),
  },
  {
    id: 'working',
    header: 'Working',
    align: 'right',
    hint: 'Orders that are out at this exchange',
    accessor: (row) => row.working_orders,
  },
];

const TERMS_COLUMNS: readonly Column<ExchangeView>[] = [
  {
    id: 'commission',
    header: 'Commission',
    hint: 'Of the value, with a minimum and a cap per order',
    accessor: (row) => row.settings.commission.bps,
    cell: (row) => (
      <>
        {formatCommission(row.settings.commission)}{' '}
        <Text span c="dimmed">
          {row.currency}
        </Text>
      </>
    ),
  },
  {
    id: 'latency',
    header: 'Latency',
    unit: 'ms',
    align: 'right',
    hint: 'Usual time of an order to the exchange / of its acknowledgement / of the report of a fill',
    accessor: (row) => typicalMs(row.settings.latency_ms.submit),
    cell: ({ settings: { latency_ms: latency } }) => (
      <ExplainTooltip formula={formatLeg(latency)}>
        {typicalMs(latency.submit)} / {typicalMs(latency.acknowledge)} / {typicalMs(latency.report)}
      </ExplainTooltip>
    ),
  },
  {
    id: 'lot',
    header: 'Lot',
    align: 'right',
    hint: 'Smallest quantity that is traded',
    accessor: (row) => row.settings.lot_size,
  },
  {
    id: 'day_end',
    header: 'Day end',
    hint: 'What happens to an order that is open when the day ends: it expires, or is carried to the next day',
    accessor: (row) => row.settings.day_end,
    cell: (row) => (row.settings.day_end === 'expire' ? 'expires' : 'carries'),
  },
];

function lampOf(row: ExchangeView) {
  return {
    open: row.open,
    connected: row.connected,
    inAuction: row.phase === 'closing_auction',
    faults: row.active_faults.length,
  };
}

/** What can be done to an exchange at once: take its line down and up, or open its settings. */
function ExchangeActions({ exchange, onEdit }: { readonly exchange: ExchangeView; readonly onEdit: () => void }) {
  const { mic, connected } = exchange;
  const change = useAction({
    doing: connected ? `Disconnecting ${mic}` : `Connecting ${mic}`,
    run: () => changeExchange(mic, { connected: !connected }),
    done: (answer) => (answer.connected ? `${mic} is connected.` : `The line to ${mic} is down until it is connected.`),
  });
  const settingsLabel = `Settings of ${mic}`;
  return (
    <span className={classes.marketSide}>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${connected ? 'Disconnect' : 'Connect'} ${mic}`}
        loading={change.isPending}
        onClick={() => change.mutate(undefined)}
      >
        {connected ? 'Disconnect' : 'Connect'}
      </Button>
      <Tooltip label={settingsLabel}>
        <ActionIcon size="sm" aria-label={settingsLabel} onClick={onEdit}>
          <IconSettings size={14} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
