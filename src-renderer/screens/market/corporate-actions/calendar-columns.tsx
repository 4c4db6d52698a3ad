/** The columns of the calendar of corporate actions, and the button that cancels one before its ex-date. */
import { Code } from '@mantine/core';
import { type CorporateAction, cancelCorporateAction, createCorporateAction } from '../../../api/market-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { formatDay, formatInstant } from '../../../components/format/format-time.ts';
import { DASH } from '../../../components/layout/dimmed.tsx';
import { type InstrumentsByIsin, symbolOf } from '../../../components/orders/order-columns.tsx';
import { ToneBadge } from '../../../components/orders/status-badge.tsx';
import { type Column, fieldColumn, VIRTUAL_UTC } from '../../../components/tables/table-column.ts';
import { type CalendarRow, type CalendarStatus, KIND_NAMES } from './calendar-rows.ts';
import { bodyAgain } from './corporate-action-draft.ts';

const STATUS_LOOKS: Readonly<
  Record<CalendarStatus, { color: 'live' | 'plain' | 'ok' | 'warn'; mark?: string; word: string }>
> = {
  scheduled: { color: 'live', mark: '◷', word: 'scheduled' },
  expected: { color: 'plain', word: 'expected' },
  announced: { color: 'live', word: 'announced' },
  applied: { color: 'ok', word: 'applied' },
  cancelled: { color: 'plain', mark: '✕', word: 'cancelled' },
  ex: { color: 'live', word: 'to be paid' },
  paid: { color: 'ok', word: 'paid' },
};

export function calendarColumns(instruments: InstrumentsByIsin): Column<CalendarRow>[] {
  return [
    fieldColumn('exAt', 'Ex-date', formatInstant, VIRTUAL_UTC),
    fieldColumn('payAt', 'Pay date', (payAt) => <span title={formatInstant(payAt)}>{formatDay(payAt)}</span>),
    {
      id: 'symbol',
      header: 'Symbol',
      accessor: ({ isin }) => symbolOf(isin, instruments),
      cell: ({ isin }) => <strong>{symbolOf(isin, instruments)}</strong>,
    },
    {
      id: 'name',
      header: 'Name',
      overflow: 'clip',
      accessor: ({ isin }) => instruments.get(isin)?.name ?? null,
      cell: ({ isin }) => instruments.get(isin)?.name ?? DASH,
    },
    fieldColumn('isin', 'ISIN', (isin) => <Code>{isin}</Code>, { hint: 'Current ISIN of the instrument' }),
    fieldColumn('kind', 'What'),
    { id: 'terms', header: 'Terms', overflow: 'wrap', accessor: ({ terms }) => terms },
    {
      id: 'status',
      header: 'State',
      accessor: ({ status }) => STATUS_LOOKS[status].word,
      cell: ({ status }) => {
        const { word: statusLabel, ...look } = STATUS_LOOKS[status];
        return <ToneBadge {...look}>{statusLabel}</ToneBadge>;
      },
    },
    {
      id: 'cancel',
      header: 'Actions',
      align: 'right',
      cell: ({ action, status, isin }) =>
        action !== null &&
        status === 'scheduled' && <CancelButton action={action} symbol={symbolOf(isin, instruments)} />,
    },
  ];
}

function CancelButton({ action, symbol }: { readonly action: CorporateAction; readonly symbol: string }) {
  const name = `${KIND_NAMES[action.kind]} of ${symbol}`;
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      isOnce
      aria-label={`Cancel: ${name}`}
      action={{
        doing: 'Cancelling the corporate action',
        run: () => cancelCorporateAction(action.corporate_action_id),
        done: () => `${name} cancelled.`,
        undo: (cancelled) => ({
          doing: 'Scheduling the corporate action again',
          run: () => createCorporateAction(bodyAgain(cancelled)),
          undone: `${name} scheduled again.`,
        }),
      }}
    >
      Cancel
    </ActionButton>
  );
}
