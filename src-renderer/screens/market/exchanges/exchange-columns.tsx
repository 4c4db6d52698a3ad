/** The columns of the table of exchanges. */

import { ActionIcon, Group, Text } from '@mantine/core';
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
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { Badge } from '../../../components/layout/badge.tsx';
import { DASH, Dimmed } from '../../../components/layout/dimmed.tsx';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { Hint } from '../../../components/layout/hint.tsx';
import { ExchangeStatusIndicator, statusOf } from '../../../components/orders/exchange-status-indicator.tsx';
import { ToneBadge } from '../../../components/orders/status-badge.tsx';
import { type Column, fieldColumn } from '../../../components/tables/table-column.ts';

const PHASE_TONES = { open: 'ok', closing_auction: 'live', closed: 'plain' } as const;

export function exchangeColumns(onEdit: (mic: string) => void): Column<ExchangeView>[] {
  const cell = (row: ExchangeView) => <ExchangeActions exchange={row} onEdit={() => onEdit(row.mic)} />;
  const actions = { id: 'actions', header: 'Actions', align: 'right', cell } as const;
  return [...STATE_COLUMNS, ...TERMS_COLUMNS, actions];
}

const STATE_COLUMNS: readonly Column<ExchangeView>[] = [
  fieldColumn('mic', 'MIC', (_mic, row) => (
    <strong>
      <ExchangeStatusIndicator {...statusOf(row)} />
    </strong>
  )),
  {
    id: 'name',
    header: 'Name, city',
    overflow: 'clip',
    accessor: (row) => row.name,
    cell: (row) => (
      <span title={`${row.name}, ${row.city} (${row.time_zone})`}>
        {row.name} <Dimmed>{row.city}</Dimmed>
      </span>
    ),
  },
  fieldColumn('phase', 'Phase', (phase, row) => (
    <>
      {/* Green marks an exchange where trading is possible. */}
      <Badge color={row.connected ? PHASE_TONES[phase] : 'plain'}>{PHASE_LABELS[phase]}</Badge>{' '}
      <Dimmed>{formatNextChange(row)}</Dimmed>
    </>
  )),
  {
    id: 'line',
    header: 'Connection',
    overflow: 'wrap',
    accessor: formatLine,
    cell: (row) => (
      <Text span {...(row.connected ? {} : { c: 'fail', fw: 500 })}>
        {formatLine(row)}
      </Text>
    ),
  },
  {
    id: 'faults',
    header: 'Faults',
    align: 'right',
    hint: 'Active faults here, including those of all exchanges',
    accessor: (row) => row.active_faults.length,
    cell: ({ active_faults: { length } }) => (length === 0 ? DASH : <ToneBadge color="warn">{length}</ToneBadge>),
  },
  {
    id: 'working',
    header: 'Open orders',
    align: 'right',
    hint: 'Open orders at this exchange',
    accessor: (row) => row.working_orders,
  },
];

const TERMS_COLUMNS: readonly Column<ExchangeView>[] = [
  {
    id: 'commission',
    header: 'Commission',
    hint: 'In basis points of the value, with a minimum and a cap per order',
    accessor: (row) => row.settings.commission.bps,
    cell: ({ settings, currency }) => (
      <>
        {formatCommission(settings.commission)} <Dimmed>{currency}</Dimmed>
      </>
    ),
  },
  {
    id: 'latency',
    header: 'Latency',
    unit: 'ms',
    align: 'right',
    hint: 'Usual latency of an order to the exchange / its acknowledgement / the report of a fill',
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
    hint: 'Smallest quantity that can be traded',
    accessor: (row) => row.settings.lot_size,
  },
  {
    id: 'day_end',
    header: 'End of day',
    hint: 'What happens to an order that is still open at the end of the day: it expires, or is carried over to the next day',
    accessor: (row) => row.settings.day_end,
    cell: (row) => (row.settings.day_end === 'expire' ? 'expires' : 'carries'),
  },
];

/** The actions for an exchange: disconnect and reconnect it, or open its settings. */
function ExchangeActions({ exchange, onEdit }: { readonly exchange: ExchangeView; readonly onEdit: () => void }) {
  const { mic, connected } = exchange;
  const doing = connected ? 'Disconnect' : 'Connect';
  const settingsLabel = `Settings of ${mic}`;
  return (
    <Group component="span" gap="sm" display="inline-flex" wrap="nowrap">
      <ActionButton
        size="compact-xs"
        variant="default"
        aria-label={`${doing} ${mic}`}
        action={{
          doing: `${doing}ing ${mic}`,
          run: () => changeExchange(mic, { connected: !connected }),
          done: (changed) =>
            changed.connected ? `${mic} is connected.` : `${mic} is disconnected until you reconnect it.`,
          undo: () => ({
            doing: connected ? `Connecting ${mic}` : `Disconnecting ${mic}`,
            run: () => changeExchange(mic, { connected }),
            undone: connected ? `${mic} is connected again.` : `${mic} is disconnected again.`,
          }),
        }}
      >
        {doing}
      </ActionButton>
      <Hint label={settingsLabel}>
        <ActionIcon size="sm" aria-label={settingsLabel} onClick={onEdit}>
          <IconSettings size={14} />
        </ActionIcon>
      </Hint>
    </Group>
  );
}
