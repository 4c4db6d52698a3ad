/** One listing: its chart and its depth, and beneath them what was laid over the prices of the market. */
import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { type InstrumentRow, useInstrumentsByIsin, useMarketEvents, usePins } from '../client/queries.ts';
import { readChoice, useChoice } from '../market-chart/chart-address.ts';
import { Notice } from '../shared/notice.tsx';
import { ReadGate } from '../shared/read-gate.tsx';
import { DepthPanel } from './depth-panel.tsx';
import { sortedBySymbol } from './instrument-select.tsx';
import { ListingPicker } from './listing-picker.tsx';
import { MarketEventsPanel } from './market-events-panel.tsx';
import { PinsPanel } from './pins-panel.tsx';
import { PricePanel } from './price-panel.tsx';

export function PricesView() {
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
  if (instruments.size === 0) return null;
  return (
    <>
      {instrument === undefined || mic === undefined ? (
        <Notice tone="warn">There is no instrument {isin} in this world.</Notice>
      ) : (
        <>
          <ListingPicker
            instrument={instrument}
            exchange={mic}
            onChange={(listing) => choose({ ...listing, beside: [] })}
          />
          <div className="market-columns">
            <PricePanel instrument={instrument} choice={choice} onChange={choose} />
            <DepthPanel isin={instrument.isin} symbol={instrument.symbol} exchange={mic} />
          </div>
        </>
      )}
      <Overlays instrument={instrument} />
    </>
  );
}

function defaultInstrument(instruments: ReadonlyMap<string, InstrumentRow>): InstrumentRow | undefined {
  return sortedBySymbol(instruments.values()).find(({ symbol }) => symbol === 'SAP') ?? [...instruments.values()][0];
}

/** What moves or holds prices; the instrument in sight is the proposal of their forms. */
function Overlays({ instrument }: { readonly instrument: InstrumentRow | undefined }) {
  const events = useMarketEvents();
  const pins = usePins();
  return (
    <div className="market-columns">
      <ReadGate read={events} doing="Reading the events of the market">
        {(data) => <MarketEventsPanel events={data.market_events} isin={instrument?.isin ?? ''} />}
      </ReadGate>
      <ReadGate read={pins} doing="Reading the pins">
        {(data) => <PinsPanel held={data} isin={instrument?.isin ?? ''} />}
      </ReadGate>
    </div>
  );
}
