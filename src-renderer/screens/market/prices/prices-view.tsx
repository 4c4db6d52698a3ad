/** One listing: its chart and its depth, and below them the events and pins of the market. */
import { Box, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { IconFileImport, IconPin, IconPlus, IconTrendingUp } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import {
  type InstrumentRow,
  useInstruments,
  useInstrumentsByIsin,
  useMarketEvents,
  usePins,
} from '../../../api/market-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { InstrumentSelect, sortedBySymbol } from '../../../components/forms/instrument-select.tsx';
import { LazyImportDialog } from '../../../components/imports/lazy-import-dialog.tsx';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { useAddressDialog, useAddressDialogs } from '../../../components/layout/use-address-dialog.ts';
import { DelistedMark } from '../../../components/portfolios/delisted.tsx';
import { paths } from '../../../paths.ts';
import classes from '../market.module.css';
import { readChoice, useChoice } from './chart-address.ts';
import { DepthPanel } from './depth-panel.tsx';
import { InstrumentDialog } from './instrument-dialog.tsx';
import { MarketEventDialog } from './market-event-dialog.tsx';
import { MarketEventsPanel } from './market-events-panel.tsx';
import { PinDialog } from './pin-dialog.tsx';
import { PinNotice, PinsPanel } from './pins-panel.tsx';
import { PricePanel } from './price-panel.tsx';

export function PricesView() {
  return (
    <QueryBoundary query={useInstruments()} doing="Loading the instruments">
      {() => <Listing />}
    </QueryBoundary>
  );
}

function Listing() {
  const instruments = useInstrumentsByIsin();
  const params = useParams();
  const [search] = useSearchParams();
  const instrument = params.isin === undefined ? defaultInstrument(instruments) : instruments.get(params.isin);
  const isin = instrument?.isin ?? '';
  const exchange = params.exchange ?? instrument?.primary_exchange ?? '';
  const choice = useMemo(() => ({ isin, exchange, ...readChoice(search) }), [isin, exchange, search]);
  const choose = useChoice(choice);
  return (
    <>
      {instrument === undefined ? (
        <EmptyPanel role="alert">
          <strong>There is no instrument {params.isin} in this world.</strong>
          It may be listed in another world, or the address is wrong.
          <NextStep to={paths.prices}>Go back to the prices</NextStep>
        </EmptyPanel>
      ) : (
        <ListingHead
          instrument={instrument}
          exchange={exchange}
          onChange={(chosen) => choose({ ...chosen, compared: [] })}
        />
      )}
      <Box className={classes.columns} __vars={{ '--beside': '372px' }}>
        <Stack gap="md" miw={0}>
          {instrument !== undefined && <PricePanel instrument={instrument} choice={choice} onChange={choose} />}
          <QueryBoundary query={useMarketEvents()} doing="Loading the market events">
            {(data) => <MarketEventsPanel events={data.market_events} />}
          </QueryBoundary>
        </Stack>
        <Stack gap="md" miw={0}>
          {instrument !== undefined && (
            <DepthPanel {...{ isin, exchange }} symbol={instrument.symbol} delistedAt={instrument.delisted_at} />
          )}
          <QueryBoundary query={usePins()} doing="Loading the pins">
            {(data) => <PinsPanel pins={data} />}
          </QueryBoundary>
        </Stack>
      </Box>
    </>
  );
}

function defaultInstrument(instruments: ReadonlyMap<string, InstrumentRow>): InstrumentRow | undefined {
  return sortedBySymbol(instruments.values()).find(({ symbol }) => symbol === 'SAP') ?? [...instruments.values()][0];
}

interface ListingPickerProps {
  readonly instrument: InstrumentRow;
  readonly exchange: string;
  readonly onChange: (listing: { isin: string; exchange: string }) => void;
}

/** The name of the listing, its pin, and the buttons that move and pin its price. */
function ListingHead(picked: ListingPickerProps) {
  const { open: dialog, show, close } = useAddressDialogs(['pin', 'move']);
  const importing = useAddressDialog('import');
  const adding = useAddressDialog('new-instrument');
  const { isin } = picked.instrument;
  return (
    <>
      <Group justify="space-between" align="flex-end" gap="8px 12px">
        <ListingPicker {...picked} />
        <Group gap="sm">
          <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={adding.open}>
            New instrument…
          </Button>
          <Button variant="default" leftSection={<IconFileImport size={14} aria-hidden />} onClick={importing.open}>
            Import prices…
          </Button>
          <Button variant="default" leftSection={<IconPin size={14} aria-hidden />} onClick={() => show('pin')}>
            Pin a price…
          </Button>
          <Button variant="default" leftSection={<IconTrendingUp size={14} aria-hidden />} onClick={() => show('move')}>
            Move a price…
          </Button>
        </Group>
      </Group>
      <PinNotice
        subject={isin}
        side={
          <Button size="compact-xs" variant="default" onClick={() => show('pin')}>
            Change…
          </Button>
        }
      />
      {adding.isOpen && <InstrumentDialog onClose={adding.close} />}
      {importing.isOpen && <LazyImportDialog kind="prices" onClose={importing.close} />}
      {dialog === 'pin' && <PinDialog isin={isin} exchange={picked.exchange} onClose={close} />}
      {dialog === 'move' && <MarketEventDialog isin={isin} onClose={close} />}
    </>
  );
}

/** Chooses the listing to show: an instrument, and one of the exchanges that list it. */
function ListingPicker({ instrument, exchange, onChange }: ListingPickerProps) {
  const instruments = useInstrumentsByIsin();
  // The exchange stays the same if it lists the other instrument, too.
  const choose = (isin: string) => {
    const chosen = instruments.get(isin);
    if (chosen === undefined) return;
    onChange({ isin, exchange: chosen.listings.includes(exchange) ? exchange : chosen.primary_exchange });
  };
  return (
    <Group gap="8px 12px" align="flex-end">
      <Box w={300}>
        <InstrumentSelect label="Instrument" value={instrument.isin} onChange={choose} />
      </Box>
      <NativeSelect
        label="Exchange"
        data={instrument.listings}
        value={exchange}
        onChange={(event) => onChange({ isin: instrument.isin, exchange: event.currentTarget.value })}
      />
      <Group component="span" gap="sm" h={30} c="dimmed">
        <CopyText text={instrument.isin} what="the ISIN" /> {instrument.type}, {instrument.sector}
        <DelistedMark since={instrument.delisted_at} />
      </Group>
    </Group>
  );
}
