/** Prices and exchange rates that are held: at what and since when, and the way to let them go and to hold another. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { PinList } from '../../../../src-server/contract/control/market/market-control.ts';
import type { Schemas } from '../../../api/api-client.ts';
import { pinPrice, unpinPrice, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { priceFormatter } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { FOREIGN_CURRENCIES } from '../../../components/forms/currency-choice.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { InstrumentSelect } from '../../../components/forms/instrument-select.tsx';
import { isOneOf } from '../../../components/forms/is-one-of.ts';
import { type NumberText, numberOf } from '../../../components/forms/number-text.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { type InstrumentsByIsin, symbolOf } from '../../../components/orders/order-columns.tsx';
import { type Column, fieldColumn, numberColumn } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { ListingLink } from './market-events-panel.tsx';

/** What holds an instrument or a currency; `subject` is its ISIN or the currency. */
interface HeldRow extends Readonly<Record<'subject' | 'currency' | 'since', string>> {
  readonly mid: number;
  /** The body that holds it where it was held. */
  readonly again: Schemas['CreatePin'];
}

/** `isin` is the instrument that the form proposes. */
export function PinsPanel({ held, isin }: { readonly held: PinList; readonly isin: string }) {
  const instruments = useInstrumentsByIsin();
  const rows = useMemo(() => heldRows(held), [held]);
  const columns = useMemo(() => pinColumns(rows, instruments), [rows, instruments]);
  const [isPinning, setPinning] = useState(false);
  return (
    <>
      <TablePanel
        title="Pinned prices"
        layoutKey="market/pins"
        side={
          <Button size="compact-xs" variant="default" onClick={() => setPinning(true)}>
            Pin a price…
          </Button>
        }
        columns={columns}
        rows={rows}
        rowKey={(row) => row.subject}
        empty={
          <>
            <strong>No price is held.</strong>A pin holds the mid of an instrument until it is taken away.
          </>
        }
      />
      {isPinning && <PinDialog isin={isin} onClose={() => setPinning(false)} />}
    </>
  );
}

function heldRows({ pins, fx_pins }: PinList): HeldRow[] {
  return [
    ...pins.map(({ isin, ...pin }) => ({
      ...{ ...pin, subject: isin },
      again: { isin, mid: pin.mid, currency: pin.currency },
    })),
    ...fx_pins.flatMap(({ currency, per_eur: mid, since }) => {
      if (!isOneOf(FOREIGN_CURRENCIES, currency)) return [];
      return [{ subject: currency, mid, currency, since, again: { currency, per_eur: mid } }];
    }),
  ];
}

function pinColumns(pins: readonly HeldRow[], instruments: InstrumentsByIsin): Column<HeldRow>[] {
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
      id: 'unpin',
      header: 'Release',
      align: 'right',
      cell: (row) => <UnpinButton pin={row} symbol={symbolOf(row.subject, instruments)} />,
    },
  ];
}

function UnpinButton({ pin, symbol }: { readonly pin: HeldRow; readonly symbol: string }) {
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      aria-label={`Unpin ${symbol}`}
      action={{
        doing: 'Unpinning the price',
        run: () => unpinPrice(pin.subject),
        done: () => `${symbol} follows the market again.`,
        undo: () => ({
          doing: 'Holding the price again',
          run: () => pinPrice(pin.again),
          undone: `${symbol} is held again, from now on.`,
        }),
      }}
    >
      Unpin
    </ActionButton>
  );
}

interface PinDraft {
  readonly isin: string;
  readonly mid: NumberText;
  /** Empty until it is chosen: that of the instrument. */
  readonly currency: string;
}

const { Field, NumberField, SelectField } = fieldsOf<PinDraft>();

/** "Pin a price…": an instrument, the mid it is held at and the currency of that number. */
function PinDialog({ isin: proposed, onClose }: { readonly isin: string; readonly onClose: () => void }) {
  const instruments = useInstrumentsByIsin();
  const currencyOf = ({ currency, isin }: PinDraft) => currency || (instruments.get(isin)?.currency ?? 'EUR');
  const form = useServerForm({
    initial: (): PinDraft => ({ isin: proposed, mid: '', currency: '' }),
    send: (draft) => pinPrice({ isin: draft.isin, mid: numberOf(draft.mid), currency: currencyOf(draft) }),
    done: (pin, { isin }) =>
      `${symbolOf(isin, instruments)} is held at ${'mid' in pin ? pin.mid : pin.per_eur} ${pin.currency}.`,
    after: onClose,
  });
  // Every currency in which something of this world is quoted.
  const currencies = [...new Set([...instruments.values()].map((row) => row.currency))].sort();
  return (
    <FormDialog
      form={form}
      title="Pin a price"
      size={460}
      submitLabel="Pin it"
      outcome="In place of a pin that holds already."
      onClose={onClose}
    >
      <Field name="isin">{(input) => <InstrumentSelect label="Instrument" {...input} />}</Field>
      <NumberField
        name="mid"
        label="Mid"
        description="Above 0, at most 100 000, six decimals. Every listing is held at it, converted."
      />
      <SelectField name="currency" label="Currency" data={currencies} value={currencyOf(form.values)} />
    </FormDialog>
  );
}
