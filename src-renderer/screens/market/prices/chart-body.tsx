/** The chart with all that moves it and all that lies over it: candles, or several exchanges side by side. */

import { ActionIcon, Button, Checkbox, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { useClock } from '../../../api/clock-api.ts';
import { type InstrumentRow, useMarketEvents } from '../../../api/market-api.ts';
import { useBarRanges } from '../../../api/prices-api.ts';
import { useFillsOf } from '../../../api/records-api.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { priceFormatter } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import { signedPercent } from '../../../components/market/format-market-event.ts';
import type { ChartChoice } from './chart-address.ts';
import { eventMarks, fillMarks } from './chart-marks.ts';
import {
  type ChartWindow,
  INTERVAL_MS,
  LEAST_BARS,
  MOST_BARS,
  moved,
  rangeFor,
  type TimedBar,
  visibleBars,
  widened,
} from './chart-window.ts';
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
  const shown = useMemo(() => ({ ...list, bars: [...visibleBars(list.bars, window)] }), [list, window]);
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
        <ComparedExchanges instrument={instrument} choice={choice} onChange={onChange} />
      </div>
      <div className={classes.chartFrame} data-chart-frame ref={frame} {...gestures}>
        {choice.compared.length === 0 ? (
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
  const { isin, exchange, interval, compared } = choice;
  const range = rangeFor(choice);
  const { lists, error } = useBarRanges(compared.map((mic) => ({ isin, exchange: mic, interval, ...range })));
  const rows = useMemo(() => sideBySide(list.bars, lists), [list, lists]);
  const exchanges = [exchange, ...compared];
  const label = `${instrument.symbol} on ${exchanges.join(', ')} in per cent since the first bar`;
  return (
    <>
      {error !== null && <ErrorNotice error={error} doing="Reading the bars of another exchange" />}
      <SideBySideChart rows={rows} exchanges={exchanges} interval={list.interval} label={label} />
    </>
  );
}

interface ComparedExchangesProps {
  readonly instrument: InstrumentRow;
  readonly choice: ChartChoice;
  readonly onChange: (change: Partial<ChartChoice>) => void;
}

/** The other exchanges of the instrument, to be drawn beside this one. */
function ComparedExchanges({ instrument, choice: { exchange, compared }, onChange }: ComparedExchangesProps) {
  const others = instrument.listings.filter((mic) => mic !== exchange);
  if (others.length === 0) return null;
  const toggle = (mic: string) =>
    onChange({ compared: compared.includes(mic) ? compared.filter((each) => each !== mic) : [...compared, mic] });
  return (
    <fieldset className={classes.chartBeside}>
      <legend className={VisuallyHidden.classes.root}>Compare with</legend>
      <Text span c="dimmed" aria-hidden>
        Compare with
      </Text>
      {others.map((mic) => (
        <Checkbox key={mic} size="xs" label={mic} checked={compared.includes(mic)} onChange={() => toggle(mic)} />
      ))}
    </fieldset>
  );
}

interface LastPriceProps {
  readonly list: BarList;
  /** Whether the last bar in sight is that of now. */
  readonly isLatest: boolean;
}

/** What a chart comes to in numbers: its last price, the change over the bars in sight, highest and lowest. */
function LastPrice({ list, isLatest }: LastPriceProps) {
  const first = list.bars[0];
  const last = list.bars.at(-1);
  if (first === undefined || last === undefined) return null;
  const price = priceFormatter(list.bars.flatMap(({ high, low, close }) => [high, low, close]));
  const facts = [
    { label: `${isLatest ? 'Last' : 'Last shown'} (${list.currency})`, value: price(last.close) },
    { label: 'Since the first bar shown', value: signedPercent(last.close / first.open - 1) },
    { label: `Highest (${list.currency})`, value: price(Math.max(...list.bars.map(({ high }) => high))) },
    { label: `Lowest (${list.currency})`, value: price(Math.min(...list.bars.map(({ low }) => low))) },
    { label: `${isLatest ? 'Latest' : 'Last'} bar begins (virtual UTC)`, value: formatInstant(last.at) },
  ];
  return (
    <Facts aria-label="Latest prices">
      {facts.map(({ label, value }) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </Facts>
  );
}

interface ChartToolbarProps {
  readonly held: readonly TimedBar[];
  readonly window: ChartWindow;
  readonly nowMs: number;
  readonly onWindow: (window: ChartWindow) => void;
}

const ZOOM = 1.5;

/** About so long while the exchange trades; each as many bars as can be told apart. */
const SPANS: readonly { readonly label: string; readonly what: string; readonly window: ChartWindow }[] = [
  { label: '5 min', what: 'five minutes of trading', window: { interval: '1s', bars: 300, to: null } },
  { label: '1 d', what: 'a day of trading', window: { interval: '5m', bars: 102, to: null } },
  { label: '1 mo', what: 'a month', window: { interval: '1h', bars: 189, to: null } },
  { label: '1 y', what: 'a year', window: { interval: '1d', bars: 252, to: null } },
  { label: '5 y', what: 'five years', window: { interval: '1w', bars: 261, to: null } },
];

/** The buttons of the chart: earlier, later, now, wider, closer, and spans from minutes to years. All that gestures do, too. */
function ChartToolbar({ held, window, nowMs, onWindow }: ChartToolbarProps) {
  const move = (by: number) => onWindow(moved(held, window, by, nowMs));
  const half = Math.max(1, Math.round(window.bars / 2));
  return (
    <div className={classes.chartToolbar} role="toolbar" aria-label="Stretch of time">
      <Step label="Earlier (Shift ←)" onClick={() => move(-half)}>
        <IconChevronLeft size={14} aria-hidden />
      </Step>
      <Step label="Later (Shift →)" disabled={window.to === null} onClick={() => move(half)}>
        <IconChevronRight size={14} aria-hidden />
      </Step>
      <Button
        size="compact-xs"
        variant="default"
        disabled={window.to === null}
        onClick={() => onWindow({ ...window, to: null })}
      >
        Now
      </Button>
      <Step
        label="Fewer bars (+)"
        disabled={window.bars <= LEAST_BARS}
        onClick={() => onWindow(widened(held, window, 1 / ZOOM, 1, nowMs))}
      >
        <IconZoomIn size={14} aria-hidden />
      </Step>
      <Step
        label="More bars (−)"
        disabled={window.bars >= MOST_BARS}
        onClick={() => onWindow(widened(held, window, ZOOM, 1, nowMs))}
      >
        <IconZoomOut size={14} aria-hidden />
      </Step>
      <Button.Group aria-label="Span">
        {SPANS.map(({ label, what, window: span }) => (
          <Tooltip key={label} label={`Show ${what}, up to now`}>
            <Button size="compact-xs" variant="default" onClick={() => onWindow(span)}>
              {label}
            </Button>
          </Tooltip>
        ))}
      </Button.Group>
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Step({ label, disabled = false, onClick, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" variant="default" aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
