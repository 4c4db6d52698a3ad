/** Pinned prices and exchange rates: the value and start of each, and the button to end it. */
import { type ReactNode, useMemo } from 'react';
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import type { PinList } from '../../../../src-server/contract/control/market/market-control.ts';
import { pinPrice, unpinPrice, useInstrumentsByIsin, usePins } from '../../../api/market-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { priceFormatter } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { FOREIGN_CURRENCIES } from '../../../components/forms/currency-choice.tsx';
import { isOneOf } from '../../../components/forms/is-one-of.ts';
import { type InstrumentsByIsin, symbolOf } from '../../../components/orders/order-columns.tsx';
import { type Column, fieldColumn, numberColumn } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { ListingLink } from './market-events-panel.tsx';

/** A pin of an instrument or a currency; `subject` is its ISIN or the currency. */
interface PinRow extends Readonly<Record<'subject' | 'currency' | 'since', string>> {
  readonly mid: number;
  /** The request body that pins it again at the same value. */
  readonly again: ControlBody<'POST /market/pins'>;
}

export function PinsPanel({ pins }: { readonly pins: PinList }) {
  const instruments = useInstrumentsByIsin();
  const rows = useMemo(() => pinRows(pins), [pins]);
  const columns = useMemo(() => pinColumns(rows, instruments), [rows, instruments]);
  return (
    <TablePanel
      title="Pinned prices"
      layoutKey="market/pins"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.subject}
      empty={
        <>
          <strong>No price is pinned.</strong>A pin holds the mid of an instrument until you remove it.
        </>
      }
    />
  );
}

/** The current pin of an instrument (its ISIN) or a currency; undefined if there is none. */
function usePin(subject: string): PinRow | undefined {
  const pins = usePins().data;
  return pins && pinRows(pins).find((row) => row.subject === subject);
}

interface PinNoticeProps {
  /** ISIN or currency. */
  readonly subject: string;
  /** The consequence, as a sentence. */
  readonly consequence?: string;
  /** Shown beside the button that ends the pin. */
  readonly side?: ReactNode;
}

/**
 * States that a pin holds the price, with its value and start, and the button that ends it; nothing if there is none.
 */
export function PinNotice({ subject, consequence, side }: PinNoticeProps) {
  const instruments = useInstrumentsByIsin();
  const pin = usePin(subject);
  if (pin === undefined) return null;
  const name = pin.subject === pin.currency ? `EUR in ${subject}` : symbolOf(subject, instruments);
  return (
    <Notice
      tone="warn"
      side={
        <>
          {side}
          <EndPinButton pin={pin} symbol={name}>
            Remove the pin
          </EndPinButton>
        </>
      }
    >
      <strong>{name}</strong> is pinned at {priceFormatter([pin.mid])(pin.mid)} {pin.currency} since{' '}
      {formatInstant(pin.since)} virtual UTC. {consequence}
    </Notice>
  );
}

function pinRows({ pins, fx_pins }: PinList): PinRow[] {
  return [
    ...pins.map(({ isin, ...pin }) => ({
      ...pin,
      subject: isin,
      again: { isin, mid: pin.mid, currency: pin.currency },
    })),
    ...fx_pins.flatMap(({ currency, per_eur: mid, since }) => {
      if (!isOneOf(FOREIGN_CURRENCIES, currency)) return [];
      return [{ subject: currency, mid, currency, since, again: { currency, per_eur: mid } }];
    }),
  ];
}

function pinColumns(pins: readonly PinRow[], instruments: InstrumentsByIsin): Column<PinRow>[] {
  return [
    {
      id: 'symbol',
      header: 'Symbol',
      accessor: ({ subject }) => symbolOf(subject, instruments),
      cell: ({ subject, currency }) =>
        subject === currency ? (
          <span title="Units for one EUR">EUR in {currency}</span>
        ) : (
          <ListingLink isin={subject} instruments={instruments} />
        ),
    },
    numberColumn('mid', 'Mid', (row) => row.mid, priceFormatter(pins.map(({ mid }) => mid))),
    fieldColumn('currency', 'Ccy'),
    {
      id: 'since',
      header: 'Since',
      hint: 'Virtual UTC',
      accessor: (row) => row.since,
      cell: ({ since }) => (
        <span title={`${formatInstant(since)} virtual UTC`}>{since.slice(5, 16).replace('T', ' ')}</span>
      ),
    },
    {
      id: 'end',
      header: 'Actions',
      align: 'right',
      cell: (row) => (
        <EndPinButton pin={row} symbol={symbolOf(row.subject, instruments)}>
          Remove
        </EndPinButton>
      ),
    },
  ];
}

interface EndPinButtonProps {
  readonly pin: PinRow;
  readonly symbol: string;
  readonly children: string;
}

function EndPinButton({ pin, symbol, children }: EndPinButtonProps) {
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      aria-label={`${children === 'Remove' ? 'Remove the pin' : children} of ${symbol}`}
      action={{
        doing: 'Removing the pin',
        run: () => unpinPrice(pin.subject),
        done: () => `${symbol} follows the market again.`,
        undo: () => ({
          doing: 'Pinning the price again',
          run: () => pinPrice(pin.again),
          undone: `${symbol} is pinned again.`,
        }),
      }}
    >
      {children}
    </ActionButton>
  );
}
