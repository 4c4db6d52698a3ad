/** The price of a listing over time, from seconds to years: the chart that can be moved, and the fills in its sight. */
import { useState } from 'react';
import { useBarRange } from '../client/bar-queries.ts';
import { useFillsOf } from '../client/fill-queries.ts';
import type { InstrumentRow } from '../client/queries.ts';
import type { ChartChoice } from '../market-chart/chart-address.ts';
import { ChartBody } from '../market-chart/chart-body.tsx';
import { fillsWithin } from '../market-chart/chart-marks.ts';
import { barsInSight, type ChartWindow, INTERVAL_MS, rangeFor } from '../market-chart/chart-window.ts';
import { FillsPanel } from '../market-chart/fills-panel.tsx';
import { Panel } from '../shared/panel.tsx';
import { ReadGate } from '../shared/read-gate.tsx';
import { IntervalChoice } from './interval-choice.tsx';
import '../market-chart/market-chart.css';

interface PricePanelProps {
  readonly instrument: InstrumentRow;
  readonly choice: ChartChoice;
  readonly onChange: (change: Partial<ChartChoice>) => void;
}

export function PricePanel({ instrument, choice, onChange }: PricePanelProps) {
  const [dragged, setDragged] = useState<ChartWindow | null>(null);
  const shown = { ...choice, ...dragged };
  const { isin, exchange, interval } = shown;
  const bars = useBarRange({ isin, exchange, interval, ...rangeFor(shown) });
  return (
    <div className="price-column">
      <Panel
        title={`${instrument.symbol} on ${exchange}`}
        side={<IntervalChoice value={interval} onChange={(chosen) => onChange({ interval: chosen })} />}
      >
        <ReadGate read={bars} doing="Reading the bars">
          {(data) =>
            data.bars.length === 0 ? (
              <div className="blank">
                <strong>Nothing has traded yet.</strong>Bars appear with the first session.
              </div>
            ) : (
              <ChartBody instrument={instrument} list={data} choice={shown} onDrag={setDragged} onChange={onChange} />
            )
          }
        </ReadGate>
      </Panel>
      <FillsInSight isin={isin} bars={barsInSight(bars.data?.bars ?? [], shown)} interval={interval} />
    </div>
  );
}

interface FillsInSightProps {
  readonly isin: string;
  readonly bars: readonly { readonly at: string }[];
  readonly interval: ChartWindow['interval'];
}

function FillsInSight({ isin, bars, interval }: FillsInSightProps) {
  const fills = useFillsOf(isin);
  return (
    <ReadGate read={fills} doing="Reading the fills">
      {({ records, total }) => (
        <FillsPanel fills={fillsWithin(records, bars, INTERVAL_MS[interval])} older={total - records.length} />
      )}
    </ReadGate>
  );
}
