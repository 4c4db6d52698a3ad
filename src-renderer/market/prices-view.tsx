/** One listing: its chart and its depth, and beneath them what was laid over the prices of the market. */
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { BarList } from '../../src-server/contract/market-control.ts';
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

export function PricesView() {
  const instruments = useInstrumentsByIsin();
  const { isin, exchange } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const interval = barInterval(search.get('interval'));
  const instrument = isin === undefined ? defaultInstrument(instruments) : instruments.get(isin);
  if (instruments.size === 0) return null;
  const go = (to: { isin: string; exchange: string; interval: BarList['interval'] }) =>
    navigate(`/market/prices/${to.isin}/${to.exchange}?interval=${to.interval}`, { replace: true });
  const mic = exchange ?? instrument?.primary_exchange;
  return (
    <>
      {instrument === undefined || mic === undefined ? (
        <Notice tone="warn">There is no instrument {isin} in this world.</Notice>
      ) : (
        <>
          <ListingPicker instrument={instrument} exchange={mic} onChange={(chosen) => go({ interval, ...chosen })} />
          <div className="market-columns">
            <PricePanel
              instrument={instrument}
              exchange={mic}
              interval={interval}
              onInterval={(chosen) => go({ isin: instrument.isin, exchange: mic, interval: chosen })}
            />
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
        {(data) => <PinsPanel pins={data.pins} isin={instrument?.isin ?? ''} />}
      </ReadGate>
    </div>
  );
}
