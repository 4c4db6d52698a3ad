/** Prices that are held: by which mid and since when, and the way to let them go and to hold another. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { PinView } from '../../src-server/contract/market-control.ts';
import { unpinPrice } from '../client/market-calls.ts';
import { useInstrumentsByIsin } from '../client/queries.ts';
import { DataTable } from '../shared/data-table.tsx';
import { priceFormatter } from '../shared/format-number.ts';
import { formatInstant } from '../shared/format-time.ts';
import { type InstrumentsByIsin, symbolOf } from '../shared/order-columns.tsx';
import { Panel } from '../shared/panel.tsx';
import type { Column } from '../shared/table-column.ts';
import { useAction } from '../shared/use-action.ts';
import { ListingLink } from './market-events-panel.tsx';
import { PinDialog } from './pin-dialog.tsx';

interface PinsPanelProps {
  readonly pins: readonly PinView[];
  /** The instrument that the form proposes. */
  readonly isin: string;
}

export function PinsPanel({ pins, isin }: PinsPanelProps) {
  const instruments = useInstrumentsByIsin();
  const columns = useMemo(() => pinColumns(pins, instruments), [pins, instruments]);
  const [isPinning, setPinning] = useState(false);
  return (
    <Panel
      title="Pinned prices"
      side={
        <Button size="compact-xs" variant="default" onClick={() => setPinning(true)}>
          Pin a price…
        </Button>
      }
    >
      <DataTable
        label="Pinned prices"
        columns={columns}
        rows={pins}
        rowKey={(row) => row.isin}
        empty={
          <>
            <strong>No price is held.</strong>A pin holds the mid of an instrument until it is taken away.
          </>
        }
      />
      {isPinning && <PinDialog isin={isin} onClose={() => setPinning(false)} />}
    </Panel>
  );
}

function pinColumns(pins: readonly PinView[], instruments: InstrumentsByIsin): Column<PinView>[] {
  const price = priceFormatter(pins.map(({ mid }) => mid));
  return [
    {
      id: 'symbol',
      header: 'Symbol',
      value: (row) => symbolOf(row.isin, instruments),
      render: (row) => <ListingLink isin={row.isin} instruments={instruments} />,
    },
    { id: 'mid', header: 'Mid', align: 'right', value: (row) => row.mid, render: (row) => price(row.mid) },
    { id: 'currency', header: 'Ccy', value: (row) => row.currency, render: (row) => row.currency },
    {
      id: 'since',
      header: 'Since',
      hint: 'Virtual UTC',
      value: (row) => row.since,
      render: (row) => (
        <span title={`${formatInstant(row.since)} virtual UTC`}>{row.since.slice(5, 16).replace('T', ' ')}</span>
      ),
    },
    {
      id: 'unpin',
      header: 'Release',
      align: 'right',
      render: (row) => <UnpinButton pin={row} symbol={symbolOf(row.isin, instruments)} />,
    },
  ];
}

function UnpinButton({ pin, symbol }: { readonly pin: PinView; readonly symbol: string }) {
  const unpin = useAction({
    doing: 'Unpinning the price',
    run: () => unpinPrice(pin.isin),
    done: () => `${symbol} follows the market again.`,
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Unpin ${symbol}`}
      loading={unpin.isPending}
      onClick={() => unpin.mutate(undefined)}
    >
      Unpin
    </Button>
  );
}
