/** One listing: its chart and its depth, and beneath them what was laid over the prices of the market. */

import { NativeSelect, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import {
  type InstrumentRow,
  useInstruments,
  useInstrumentsByIsin,
  useMarketEvents,
  usePins,
} from '../../../api/market-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { InstrumentSelect, sortedBySymbol } from '../../../components/forms/instrument-select.tsx';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import classes from '../market.module.css';
import { readChoice, useChoice } from './chart-address.ts';
import { DepthPanel } from './depth-panel.tsx';
import { MarketEventsPanel } from './market-events-panel.tsx';
import { PinsPanel } from './pins-panel.tsx';
import { PricePanel } from './price-panel.tsx';

export function PricesView() {
  return (
    <QueryBoundary read={useInstruments()} doing="Reading the instruments">
      {() => <Listing />}
    </QueryBoundary>
  );
}

function Listing() {
  const instruments = useInstrumentsByIsin();
  const { isin, exchange } = useParams();
  const [search] = useSearchParams();
  const instrument = isin === undefined ? defaultInstrument(instruments) : instruments.get(isin);
  const mic = exchange ?? instrument?.primary_exchange;
  const isinShown = instrument?.isin ?? '';
  const choice = useMemo(
    () => ({ isin: isinShown, exchange: mic ?? '', ...readChoice(search) }),
    [isinShown, mic, search],
  );
  const choose = useChoice(choice);
  const listing = instrument === undefined || mic === undefined ? null : { instrument, mic };
  return (
    <>
      {listing === null ? (
        <Notice tone="warn">There is no instrument {isin} in this world.</Notice>
      ) : (
        <ListingPicker
          instrument={listing.instrument}
          exchange={listing.mic}
          onChange={(chosen) => choose({ ...chosen, compared: [] })}
        />
      )}
      <div className={classes.marketColumns}>
        <div className={classes.priceColumn}>
          {listing !== null && <PricePanel instrument={listing.instrument} choice={choice} onChange={choose} />}
          <Events isin={isinShown} />
        </div>
        <div className={classes.priceColumn}>
          {listing !== null && (
            <DepthPanel isin={isinShown} symbol={listing.instrument.symbol} exchange={listing.mic} />
          )}
          <Pins isin={isinShown} />
        </div>
      </div>
    </>
  );
}

function defaultInstrument(instruments: ReadonlyMap<string, InstrumentRow>): InstrumentRow | undefined {
  return sortedBySymbol(instruments.values()).find(({ symbol }) => symbol === 'SAP') ?? [...instruments.values()][0];
}

/** What moves prices; the instrument in sight is the proposal of its form. */
function Events({ isin }: { readonly isin: string }) {
  return (
    <QueryBoundary read={useMarketEvents()} doing="Reading the events of the market">
      {(data) => <MarketEventsPanel events={data.market_events} isin={isin} />}
    </QueryBoundary>
  );
}

/** What holds prices, with the same proposal. */
function Pins({ isin }: { readonly isin: string }) {
  return (
    <QueryBoundary read={usePins()} doing="Reading the pins">
      {(data) => <PinsPanel held={data} isin={isin} />}
    </QueryBoundary>
  );
}

interface ListingPickerProps {
  readonly instrument: InstrumentRow;
  readonly exchange: string;
  readonly onChange: (listing: { isin: string; exchange: string }) => void;
}

/** Chooses the listing that is looked at: an instrument, and one of the exchanges that list it. */
function ListingPicker({ instrument, exchange, onChange }: ListingPickerProps) {
  const instruments = useInstrumentsByIsin();
  // The exchange stays where it lists the other instrument too.
  const choose = (isin: string) => {
    const chosen = instruments.get(isin);
    if (chosen === undefined) return;
    onChange({ isin, exchange: chosen.listings.includes(exchange) ? exchange : chosen.primary_exchange });
  };
  return (
    <div className={classes.listingPicker}>
      <InstrumentSelect label="Instrument" value={instrument.isin} onChange={choose} />
      <NativeSelect
        label="Exchange"
        data={instrument.listings}
        value={exchange}
        onChange={(event) => onChange({ isin: instrument.isin, exchange: event.currentTarget.value })}
      />
      <Text span c="dimmed" className={classes.listingFacts}>
        <CopyText text={instrument.isin} what="the ISIN" /> {instrument.type}, {instrument.sector}
      </Text>
    </div>
  );
}
