/** One listing: its chart and its depth, and beneath them what was laid over the prices of the market. */
import { useEffect, useRef } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { BarList } from '../../src-server/contract/market-prices.ts';
import { type InstrumentRow, useInstrumentsByIsin, useMarketEvents, usePins } from '../client/queries.ts';
import { Notice } from '../shared/notice.tsx';
import { ReadGate } from '../shared/read-gate.tsx';
import { DepthPanel } from './depth-panel.tsx';
import { sortedBySymbol } from './instrument-select.tsx';
import { barInterval } from './interval-choice.tsx';
import { ListingPicker } from './listing-picker.tsx';
import { MarketEventsPanel } from './market-events-panel.tsx';
import { PinsPanel } from './pins-panel.tsx';
import { PricePanel } from './price-panel.tsx';

type Shown = { readonly isin: string; readonly exchange: string; readonly interval: BarList['interval'] };

export function PricesView() {
  const instruments = useInstrumentsByIsin();
  const { isin, exchange } = useParams();
  const [search] = useSearchParams();
  const interval = barInterval(search.get('interval'));
  const instrument = isin === undefined ? defaultInstrument(instruments) : instruments.get(isin);
  const mic = exchange ?? instrument?.primary_exchange;
  const choose = useChoice({ isin: instrument?.isin ?? '', exchange: mic ?? '', interval });
  if (instruments.size === 0) return null;
  return (
    <>
      {instrument === undefined || mic === undefined ? (
        <Notice tone="warn">There is no instrument {isin} in this world.</Notice>
      ) : (
        <>
          <ListingPicker instrument={instrument} exchange={mic} onChange={choose} />
          <div className="market-columns">
            <PricePanel
              instrument={instrument}
              exchange={mic}
              interval={interval}
              onInterval={(chosen) => choose({ interval: chosen })}
            />
            <DepthPanel isin={instrument.isin} symbol={instrument.symbol} exchange={mic} />
          </div>
        </>
      )}
      <Overlays instrument={instrument} />
    </>
  );
}

/** Changes a part of what is shown. The page is drawn a moment later, so a second choice builds on the first, not on the page. */
function useChoice({ isin, exchange, interval }: Shown): (change: Partial<Shown>) => void {
  const navigate = useNavigate();
  const wanted = useRef<Shown>({ isin, exchange, interval });
  useEffect(() => {
    wanted.current = { isin, exchange, interval };
  }, [isin, exchange, interval]);
  return (change) => {
    const next = { ...wanted.current, ...change };
    wanted.current = next;
    navigate(`/market/prices/${next.isin}/${next.exchange}?interval=${next.interval}`, { replace: true });
  };
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
