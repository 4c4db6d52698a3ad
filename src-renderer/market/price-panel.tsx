/** The price of a listing over time: the last one, how it got there, and the chart. */
import type { BarList } from '../../src-server/contract/market-prices.ts';
import { type InstrumentRow, useBars } from '../client/queries.ts';
import { priceFormatter } from '../shared/format-number.ts';
import { formatInstant } from '../shared/format-time.ts';
import { Panel } from '../shared/panel.tsx';
import { ReadGate } from '../shared/read-gate.tsx';
import { type BarInterval, IntervalChoice } from './interval-choice.tsx';
import { signedPercent } from './market-event-words.ts';
import { PriceChart } from './price-chart.tsx';

interface PricePanelProps {
  readonly instrument: InstrumentRow;
  readonly exchange: string;
  readonly interval: BarInterval;
  readonly onInterval: (interval: BarInterval) => void;
}

export function PricePanel({ instrument, exchange, interval, onInterval }: PricePanelProps) {
  const bars = useBars(instrument.isin, exchange, interval);
  return (
    <Panel
      title={`${instrument.symbol} on ${exchange}`}
      side={<IntervalChoice value={interval} onChange={onInterval} />}
    >
      <ReadGate read={bars} doing="Reading the bars">
        {(data) =>
          data.bars.length === 0 ? (
            <div className="blank">
              <strong>Nothing has traded yet.</strong>Bars appear with the first session.
            </div>
          ) : (
            <>
              <LastPrice list={data} />
              <PriceChart list={data} label={`Price of ${instrument.symbol} on ${exchange} in ${data.currency}`} />
            </>
          )
        }
      </ReadGate>
    </Panel>
  );
}

function LastPrice({ list }: { readonly list: BarList }) {
  const first = list.bars[0];
  const last = list.bars.at(-1);
  if (first === undefined || last === undefined) return null;
  const price = priceFormatter(list.bars.flatMap(({ high, low, close }) => [high, low, close]));
  const facts = [
    { label: `Last (${list.currency})`, value: price(last.close) },
    { label: 'Since the first bar shown', value: signedPercent(last.close / first.open - 1) },
    { label: `Highest (${list.currency})`, value: price(Math.max(...list.bars.map(({ high }) => high))) },
    { label: `Lowest (${list.currency})`, value: price(Math.min(...list.bars.map(({ low }) => low))) },
    { label: 'Latest bar begins (virtual UTC)', value: formatInstant(last.at) },
  ];
  return (
    <dl className="facts" aria-label="Latest prices">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
