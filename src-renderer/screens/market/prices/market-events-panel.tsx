/** Events of the market: what was laid over prices, volumes and rates, and the way to end them and to add one. */
import { Button, Code } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { MarketEventView } from '../../../../src-server/contract/control/market/market-control.ts';
import type { Schemas } from '../../../api/api-client.ts';
import { addMarketEvent, endMarketEvent, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { isOpen, openFirst } from '../../../components/faults/format-fault.ts';
import { MarketStatus } from '../../../components/faults/market-status.tsx';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import type { Undoing } from '../../../components/feedback/show-undoable.tsx';
import { FOREIGN_CURRENCIES } from '../../../components/forms/currency-choice.tsx';
import { isOneOf } from '../../../components/forms/is-one-of.ts';
import {
  EVENT_KINDS,
  formatMarketEvent,
  isJump,
  marketEventSpan,
} from '../../../components/market/format-market-event.ts';
import { type InstrumentsByIsin, symbolOf } from '../../../components/orders/order-columns.tsx';
import { type Column, fieldColumn } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';
import { MarketEventDialog } from './market-event-dialog.tsx';

interface MarketEventsPanelProps {
  readonly events: readonly MarketEventView[];
  /** The instrument that the form proposes. */
  readonly isin: string;
}

export function MarketEventsPanel({ events, isin }: MarketEventsPanelProps) {
  const instruments = useInstrumentsByIsin();
  const columns = useMemo(() => eventColumns(instruments), [instruments]);
  const rows = useMemo(() => openFirst(events), [events]);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <TablePanel
        title="Market events"
        layoutKey="market/events"
        side={
          <Button size="compact-xs" variant="default" onClick={() => setAdding(true)}>
            Move a price…
          </Button>
        }
        columns={columns}
        rows={rows}
        rowKey={(row) => row.market_event_id}
        empty={
          <>
            <strong>Prices follow the model alone.</strong>
            “Move a price…” lays a jump, a trend or a spell of volatility over an instrument or a currency.
          </>
        }
      />
      {isAdding && <MarketEventDialog isin={isin} onClose={() => setAdding(false)} />}
    </>
  );
}

function eventColumns(instruments: InstrumentsByIsin): Column<MarketEventView>[] {
  return [
    { id: 'status', header: 'Status', accessor: (row) => row.status, cell: MarketStatus },
    {
      id: 'symbol',
      header: 'Symbol',
      accessor: (row) => ('isin' in row ? symbolOf(row.isin, instruments) : row.currency),
      cell: (row) => ('isin' in row ? <ListingLink isin={row.isin} instruments={instruments} /> : row.currency),
    },
    fieldColumn('kind', 'Market event', (kind, row) => (
      <span title={row.market_event_id}>{EVENT_KINDS[kind].label}</span>
    )),
    { id: 'effect', header: 'What it does', accessor: formatMarketEvent },
    { id: 'span', header: 'When', unit: '(virtual UTC)', overflow: 'wrap', accessor: marketEventSpan },
    { id: 'end', header: 'End', align: 'right', cell: (row) => isOpen(row) && <EndButton event={row} /> },
  ];
}

/** The symbol, leading to the chart of the listing that is traded most. */
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
        done: () => `${label} ended. What it did to the price stays.`,
        undo: eventUndoing,
      }}
    >
      End
    </ActionButton>
  );
}

/** `ended` is as the service answered. A jump that has happened is not made twice: null. */
function eventUndoing(ended: Schemas['MarketEvent']): Undoing | null {
  const hadBegun = ended.status !== 'cancelled';
  if (hadBegun && isJump(ended.kind)) return null;
  return {
    doing: 'Laying the market event on again',
    run: () => addMarketEvent(eventAgain(ended, hadBegun)),
    undone: hadBegun
      ? 'The market event goes on, from now until it was to end.'
      : 'The market event comes when it was to come.',
  };
}

/** What had begun goes on from now; a jump is only here where it had not. */
function eventAgain(ended: Schemas['MarketEvent'], hadBegun: boolean): Schemas['CreateMarketEvent'] {
  const { market_event_id: _id, status: _status, ended_at: _endedAt, ...asked } = ended;
  const body = 'currency' in asked ? { ...asked, currency: foreignCurrency(asked.currency) } : asked;
  if (!hadBegun || !('from' in body)) return body;
  const { from: _from, ...rest } = body;
  return rest;
}

function foreignCurrency(currency: string) {
  if (isOneOf(FOREIGN_CURRENCIES, currency)) return currency;
  throw new Error(`${currency} has no exchange rate.`);
}
