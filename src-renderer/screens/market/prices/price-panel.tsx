/** The price of a listing over time, from seconds to years: the chart that can be moved, and the fills in its sight. */

import { EmptyState } from '@mantine/core';
import { useState } from 'react';
import type { InstrumentRow } from '../../../api/market-api.ts';
import { useBarRange } from '../../../api/prices-api.ts';
import { useFillsOf } from '../../../api/records-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from '../market.module.css';
import type { ChartChoice } from './chart-address.ts';
import { ChartBody } from './chart-body.tsx';
import { fillsWithin } from './chart-marks.ts';
import { barsInSight, type ChartWindow, INTERVAL_MS, rangeFor } from './chart-window.ts';
import { IntervalChoice } from './interval-choice.tsx';
import { FillsPanel } from './listing-fills-panel.tsx';

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
    <div className={classes.priceColumn}>
      <Panel
        title={`${instrument.symbol} on ${exchange}`}
        side={<IntervalChoice value={interval} onChange={(chosen) => onChange({ interval: chosen })} />}
      >
        <QueryBoundary read={bars} doing="Reading the bars">
          {(data) =>
            data.bars.length === 0 ? (
              <EmptyState>
                <strong>Nothing has traded yet.</strong>Bars appear with the first session.
              </EmptyState>
            ) : (
              <ChartBody instrument={instrument} list={data} choice={shown} onDrag={setDragged} onChange={onChange} />
            )
          }
        </QueryBoundary>
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
    <QueryBoundary read={fills} doing="Reading the fills">
      {({ records, total }) => (
        <FillsPanel fills={fillsWithin(records, bars, INTERVAL_MS[interval])} older={total - records.length} />
      )}
    </QueryBoundary>
  );
}
