/** Market events: changes of prices, volumes and rates, and the button to end them. */
import { Code, Group } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import type { MarketEventView } from '../../../../src-server/contract/control/market/market-control.ts';
import { addMarketEvent, endMarketEvent, takeBackJump, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { isOpen, openFirst } from '../../../components/faults/format-fault.ts';
import { MarketStatus } from '../../../components/faults/market-status.tsx';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import type { Undoing } from '../../../components/feedback/show-undoable.tsx';
import { FOREIGN_CURRENCIES, TRADING_CURRENCIES } from '../../../components/forms/currency-choice.tsx';
import { isOneOf } from '../../../components/forms/is-one-of.ts';
import { omitEmpty } from '../../../components/forms/omit-empty.ts';
import {
  type Coverage,
  EVENT_KINDS,
  formatCoverage,
  formatMarketEvent,
  isInForce,
  isJump,
  marketEventSpan,
} from '../../../components/market/format-market-event.ts';
import { type InstrumentsByIsin, symbolOf } from '../../../components/orders/order-columns.tsx';
import { type Column, fieldColumn } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';

export function MarketEventsPanel({ events }: { readonly events: readonly MarketEventView[] }) {
  const instruments = useInstrumentsByIsin();
  const columns = useMemo(() => eventColumns(instruments), [instruments]);
  const rows = useMemo(() => openFirst(events), [events]);
  return (
    <TablePanel
      title="Market events"
      layoutKey="market/events"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.market_event_id}
      empty={
        <>
          <strong>There are no market events.</strong>
          “Move a price…” at the top of the page adds a jump, a trend or a period of volatility for one or more
          instruments.
        </>
      }
    />
  );
}

function eventColumns(instruments: InstrumentsByIsin): Column<MarketEventView>[] {
  return [
    { id: 'status', header: 'Status', accessor: (row) => row.status, cell: MarketStatus },
    {
      id: 'symbol',
      header: 'Symbol',
      accessor: (row) => subjectLabel(row, instruments),
      cell: (row) =>
        'isin' in row && row.isin !== undefined ? (
          <ListingLink isin={row.isin} instruments={instruments} />
        ) : (
          subjectLabel(row, instruments)
        ),
    },
    fieldColumn('kind', 'Market event', (kind, row) => (
      <span title={row.market_event_id}>{EVENT_KINDS[kind].label}</span>
    )),
    { id: 'effect', header: 'What it does', accessor: formatMarketEvent },
    { id: 'span', header: 'When', unit: '(virtual UTC)', overflow: 'wrap', accessor: marketEventSpan },
    {
      id: 'end',
      header: 'Actions',
      align: 'right',
      cell: (row) => (
        <Group component="span" gap="xs" display="inline-flex" wrap="nowrap">
          {isInForce(row) && <TakeBackButton event={row} />}
          {isOpen(row) && <EndButton event={row} />}
        </Group>
      ),
    },
  ];
}

function subjectLabel(event: MarketEventView, instruments: InstrumentsByIsin): string {
  if ('currency' in event) return event.currency;
  if (event.instruments !== undefined) return formatCoverage(event.instruments);
  return symbolOf(event.isin ?? '', instruments);
}

/** The symbol, linked to the chart of the most traded listing. */
export function ListingLink({ isin, instruments }: { readonly isin: string; readonly instruments: InstrumentsByIsin }) {
  const instrument = instruments.get(isin);
  if (instrument === undefined) return <Code>{isin}</Code>;
  return (
    <Link to={paths.listing(isin, instrument.primary_exchange)} title={`${instrument.name} ${isin}`}>
      {instrument.symbol}
    </Link>
  );
}

function EndButton({ event }: { readonly event: MarketEventView }) {
  const { label } = EVENT_KINDS[event.kind];
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      aria-label={`End the market event ${label}`}
      action={{
        doing: 'Ending the market event',
        run: () => endMarketEvent(event.market_event_id),
        done: ({ status }) =>
          status === 'cancelled' ? `${label} cancelled.` : `${label} ended. Its effect on the price remains.`,
        undo: eventUndoing,
      }}
    >
      {event.status === 'scheduled' ? 'Cancel' : 'End'}
    </ActionButton>
  );
}

/** For a jump that has happened: the price becomes what it would be without it. */
function TakeBackButton({ event }: { readonly event: MarketEventView }) {
  const { label } = EVENT_KINDS[event.kind];
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      aria-label={`Reverse the market event ${label}`}
      action={{ ...jumpUndoing(event), done: () => jumpUndoing(event).undone, undo: jumpingAgain }}
    >
      Reverse
    </ActionButton>
  );
}

/** Reverses a jump that has happened, or cancels a scheduled one. */
export function jumpUndoing({ kind, market_event_id: id }: Pick<MarketEventView, 'kind' | 'market_event_id'>) {
  return {
    doing: 'Reversing the jump',
    run: () => takeBackJump(id),
    undone: `${EVENT_KINDS[kind].label} reversed. The price is what it would be without the jump.`,
  };
}

/** From now on: prices in between stay as they were. */
function jumpingAgain(taken: MarketEventView): Undoing {
  return {
    doing: 'Restoring the jump',
    run: () => addMarketEvent(jumpAgain(taken)),
    undone: 'The jump is restored.',
  };
}

/** `ended`: the event as the service returned it. A jump that has happened is not repeated: null. */
function eventUndoing(ended: MarketEventView): Undoing | null {
  const hadStarted = ended.status !== 'cancelled';
  if (hadStarted && isJump(ended.kind)) return null;
  return {
    doing: 'Adding the market event again',
    run: () => addMarketEvent(eventAgain(ended, hadStarted)),
    undone: hadStarted ? 'The market event is active again until its end.' : 'The market event is scheduled again.',
  };
}

/** An event that had started resumes now; a jump is possible here only if it had not. */
function eventAgain(ended: MarketEventView, hadStarted: boolean): ControlBody<'POST /market/events'> {
  const { market_event_id: _id, status: _status, ended_at: _endedAt, ...settings } = ended;
  if ('currency' in settings)
    return withoutBegin({ ...settings, currency: foreignCurrency(settings.currency) }, hadStarted);
  const { instruments, ...rest } = settings;
  return withoutBegin({ ...rest, ...omitEmpty({ instruments: instrumentsAgain(instruments) }) }, hadStarted);
}

function withoutBegin(
  body: ControlBody<'POST /market/events'>,
  hadStarted: boolean,
): ControlBody<'POST /market/events'> {
  if (!hadStarted || !('from' in body)) return body;
  const { from: _from, ...rest } = body;
  return rest;
}

function jumpAgain(taken: MarketEventView): ControlBody<'POST /market/events'> {
  if (taken.kind === 'jump') {
    const { kind, size, isin, instruments, by_beta } = taken;
    return { kind, size, ...omitEmpty({ isin, instruments: instrumentsAgain(instruments), by_beta }) };
  }
  if (taken.kind !== 'fx_jump') throw new Error(`A ${taken.kind} does not jump.`);
  return { kind: 'fx_jump', currency: foreignCurrency(taken.currency), size: taken.size };
}

function instrumentsAgain(instruments: Coverage | undefined) {
  if (instruments === undefined || instruments === 'all' || 'sector' in instruments) return instruments;
  if (isOneOf(TRADING_CURRENCIES, instruments.currency)) return { currency: instruments.currency };
  throw new Error(`No instrument is priced in ${instruments.currency}.`);
}

function foreignCurrency(currency: string) {
  if (isOneOf(FOREIGN_CURRENCIES, currency)) return currency;
  throw new Error(`${currency} has no exchange rate.`);
}
