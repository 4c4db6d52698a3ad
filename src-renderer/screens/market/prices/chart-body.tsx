/** The chart with all that moves it and all that lies over it: candles, or several exchanges side by side. */
import { Checkbox, Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { useClock } from '../../../api/clock-api.ts';
import { type InstrumentRow, useMarketEvents } from '../../../api/market-api.ts';
import { useBarRanges } from '../../../api/prices-api.ts';
import { useFillsOf } from '../../../api/records-api.ts';
import type { ChartChoice } from './chart-address.ts';
import { eventMarks, fillMarks } from './chart-marks.ts';
import { ChartToolbar } from './chart-toolbar.tsx';
import { barsInSight, type ChartWindow, INTERVAL_MS, rangeFor } from './chart-window.ts';
import { LastPrice } from './last-price.tsx';
import classes from './market-chart.module.css';
import { PriceChart } from './price-chart.tsx';
import { sideBySide } from './side-by-side.ts';
import { SideBySideChart } from './side-by-side-chart.tsx';
import { useChartGestures } from './use-chart-gestures.ts';

interface ChartBodyProps {
  readonly instrument: InstrumentRow;
  readonly list: BarList;
  readonly choice: ChartChoice;
  readonly onDrag: (window: ChartWindow | null) => void;
  readonly onChange: (change: Partial<ChartChoice>) => void;
}

export function ChartBody({ instrument, list, choice, onDrag, onChange }: ChartBodyProps) {
  const clock = useClock().data;
  const nowMs = clock === undefined ? 0 : Date.parse(clock.now);
  const { interval, bars, to } = choice;
  const window = useMemo(() => ({ interval, bars, to }), [interval, bars, to]);
  const shown = useMemo(() => ({ ...list, bars: [...barsInSight(list.bars, window)] }), [list, window]);
  // While bars of another interval are read, nothing can be moved over those that are still shown.
  const isOld = list.interval !== interval;
  const choose = (next: ChartWindow) =>
    onChange(isOld && next.to !== null ? { interval: next.interval, bars: next.bars } : next);
  const drag = (next: ChartWindow | null) => onDrag(isOld ? null : next);
  const { frame, ...gestures } = useChartGestures({
    held: list.bars,
    window,
    nowMs,
    onDrag: drag,
    onWindow: choose,
  });
  return (
    <>
      <LastPrice list={shown} isLatest={to === null} />
      <div className={classes.chartBar}>
        <ChartToolbar held={list.bars} window={window} nowMs={nowMs} onWindow={choose} />
        <Beside instrument={instrument} choice={choice} onChange={onChange} />
      </div>
      <div className={classes.chartFrame} data-chart-frame ref={frame} {...gestures}>
        {choice.beside.length === 0 ? (
          <Candles instrument={instrument} list={shown} />
        ) : (
          <Compared instrument={instrument} list={shown} choice={choice} />
        )}
      </div>
    </>
  );
}

function Candles({ instrument, list }: { readonly instrument: InstrumentRow; readonly list: BarList }) {
  const { isin, symbol } = instrument;
  const fills = useFillsOf(isin).data?.records;
  const events = useMarketEvents().data?.market_events;
  const barMs = INTERVAL_MS[list.interval];
  const marks = useMemo(() => fillMarks(fills ?? [], list.bars, list, barMs), [fills, list, barMs]);
  const lines = useMemo(() => {
    const ofInstrument = (events ?? []).filter((event) => 'isin' in event && event.isin === isin);
    return eventMarks(ofInstrument, list.bars, barMs);
  }, [events, isin, list, barMs]);
  const label = `Price of ${symbol} on ${list.exchange} in ${list.currency}`;
  return <PriceChart list={list} label={label} fills={marks} events={lines} />;
}

interface ComparedProps {
  readonly instrument: InstrumentRow;
  readonly list: BarList;
  readonly choice: ChartChoice;
}

function Compared({ instrument, list, choice }: ComparedProps) {
  const { isin, exchange, interval, beside } = choice;
  const range = rangeFor(choice);
  const others = useBarRanges(beside.map((mic) => ({ isin, exchange: mic, interval, ...range })));
  const rows = useMemo(() => sideBySide(list.bars, others), [list, others]);
  const exchanges = [exchange, ...beside];
  const label = `${instrument.symbol} on ${exchanges.join(', ')} in per cent since the first bar`;
  return <SideBySideChart rows={rows} exchanges={exchanges} interval={list.interval} label={label} />;
}

interface BesideProps {
  readonly instrument: InstrumentRow;
  readonly choice: ChartChoice;
  readonly onChange: (change: Partial<ChartChoice>) => void;
}

/** The other exchanges of the instrument, to be drawn beside this one. */
function Beside({ instrument, choice: { exchange, beside }, onChange }: BesideProps) {
  const others = instrument.listings.filter((mic) => mic !== exchange);
  if (others.length === 0) return null;
  const toggle = (mic: string) =>
    onChange({ beside: beside.includes(mic) ? beside.filter((each) => each !== mic) : [...beside, mic] });
  return (
    <fieldset className={classes.chartBeside}>
      <legend className={VisuallyHidden.classes.root}>Compare with</legend>
      <Text span c="dimmed" aria-hidden>
        Compare with
      </Text>
      {others.map((mic) => (
        <Checkbox key={mic} size="xs" label={mic} checked={beside.includes(mic)} onChange={() => toggle(mic)} />
      ))}
    </fieldset>
  );
}
