/** The chart and its controls: candles, or several exchanges side by side. */
import { ActionIcon, Button, Checkbox, Group, VisuallyHidden } from '@mantine/core';
import { type Icon, IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { useClock } from '../../../api/clock-api.ts';
import type { InstrumentRow } from '../../../api/market-api.ts';
import { formatBar, formatRange } from '../../../components/charts/length-choice.tsx';
import { priceFormatter, signedPercent } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import { Hint } from '../../../components/layout/hint.tsx';
import type { ChartChoice } from './chart-address.ts';
import { type ChartWindow, MAX_BARS, MIN_BARS, moved, type TimedBar, visibleBars, widened } from './chart-window.ts';
import { PriceChart } from './price-chart.tsx';
import { SideBySideChart } from './side-by-side-chart.tsx';
import { useChartGestures } from './use-chart-gestures.ts';

interface ChartBodyProps {
  readonly instrument: InstrumentRow;
  readonly list: BarList;
  readonly choice: ChartChoice;
  readonly onPan: (window: ChartWindow | null) => void;
  readonly onChange: (change: Partial<ChartChoice>) => void;
}

export function ChartBody({ instrument, list, choice, onPan, onChange }: ChartBodyProps) {
  const clock = useClock().data;
  const nowMs = clock === undefined ? 0 : Date.parse(clock.now);
  const { interval, bars, to } = choice;
  const window = useMemo(() => ({ interval, bars, to }), [interval, bars, to]);
  const shown = useMemo(() => ({ ...list, bars: [...visibleBars(list.bars, window)] }), [list, window]);
  // While bars of another interval are read, the chart of the old ones cannot be moved.
  const isOld = list.interval !== interval;
  const choose = (next: ChartWindow) =>
    onChange(isOld && next.to !== null ? { interval: next.interval, bars: next.bars } : next);
  const view = { loaded: list.bars, window, nowMs };
  const { zoom, zoomTo, show } = useChartGestures({
    ...view,
    onWindow: choose,
    onPan: (next) => onPan(isOld ? null : next),
  });
  return (
    <>
      <LastPrice list={shown} isLatest={to === null} />
      <Group gap="4px 6px" px="md" pb="xs">
        <ChartToolbar {...view} onZoom={zoomTo} onShow={show} />
        <ComparedExchanges instrument={instrument} choice={choice} onChange={onChange} />
      </Group>
      {choice.compared.length === 0 ? (
        <PriceChart instrument={instrument} list={shown} zoom={zoom} />
      ) : (
        <SideBySideChart instrument={instrument} list={shown} choice={choice} zoom={zoom} />
      )}
    </>
  );
}

/** The other exchanges of the instrument, to be shown beside this one. */
function ComparedExchanges(props: Pick<ChartBodyProps, 'instrument' | 'choice' | 'onChange'>) {
  const { exchange, compared } = props.choice;
  const others = props.instrument.listings.filter((mic) => mic !== exchange);
  if (others.length === 0) return null;
  const toggle = (mic: string) =>
    props.onChange({ compared: compared.includes(mic) ? compared.filter((each) => each !== mic) : [...compared, mic] });
  return (
    <Group component="fieldset" gap="4px 12px" p={0} m={0} ml="auto" bd={0}>
      <legend className={VisuallyHidden.classes.root}>Compare with</legend>
      <Dimmed aria-hidden>Compare with</Dimmed>
      {others.map((mic) => (
        <Checkbox key={mic} size="xs" label={mic} checked={compared.includes(mic)} onChange={() => toggle(mic)} />
      ))}
    </Group>
  );
}

/**
 * The chart in numbers: its last price, the change over the visible bars, highest and lowest. `isLatest`: whether the
 * last visible bar is the current one.
 */
function LastPrice({ list, isLatest }: { readonly list: BarList; readonly isLatest: boolean }) {
  const first = list.bars[0];
  const last = list.bars.at(-1);
  if (first === undefined || last === undefined) return null;
  const price = priceFormatter(list.bars.flatMap(({ high, low, close }) => [high, low, close]));
  const facts = [
    [`${isLatest ? 'Last' : 'Last bar shown'} (${list.currency})`, price(last.close)],
    ['Since the first bar shown', signedPercent(last.close / first.open - 1)],
    [`Highest (${list.currency})`, price(Math.max(...list.bars.map(({ high }) => high)))],
    [`Lowest (${list.currency})`, price(Math.min(...list.bars.map(({ low }) => low)))],
    [`${isLatest ? 'Latest' : 'Last'} bar begins (virtual UTC)`, formatInstant(last.at)],
  ] as const;
  return (
    <Facts aria-label="Latest prices">
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </Facts>
  );
}

interface ChartToolbarProps {
  readonly loaded: readonly TimedBar[];
  readonly window: ChartWindow;
  readonly nowMs: number;
  readonly onZoom: (window: ChartWindow) => void;
  readonly onShow: (window: ChartWindow) => void;
}

const ZOOM = 1.5;

/** Approximate time spans while the exchange trades; each with as many bars as can be distinguished. */
const SPANS: readonly (readonly [label: string, what: string, window: ChartWindow])[] = [
  [formatBar('5m'), 'five minutes of trading', { interval: '1s', bars: 300, to: null }],
  [formatRange('1d'), 'a day of trading', { interval: '5m', bars: 102, to: null }],
  [formatRange('1m'), 'a month', { interval: '1h', bars: 189, to: null }],
  [formatRange('1y'), 'a year', { interval: '1d', bars: 252, to: null }],
  [formatRange('5y'), 'five years', { interval: '1w', bars: 261, to: null }],
];

/**
 * The buttons of the chart: earlier, later, now, zoom out, zoom in, and spans from minutes to years. They do all that
 * gestures do.
 */
function ChartToolbar({ loaded, window, nowMs, onZoom, onShow }: ChartToolbarProps) {
  const isNow = window.to === null;
  const half = Math.max(1, Math.round(window.bars / 2));
  const move = (by: number) => onZoom(moved(loaded, window, by, nowMs));
  const widen = (factor: number) => onZoom(widened(loaded, window, factor, 1, nowMs));
  const [isClosest, isWidest] = [window.bars <= MIN_BARS, window.bars >= MAX_BARS];
  return (
    <Group gap="4px 6px" role="toolbar" aria-label="Time range">
      <Step label="Earlier (Shift ←)" Icon={IconChevronLeft} onClick={() => move(-half)} />
      <Step label="Later (Shift →)" Icon={IconChevronRight} disabled={isNow} onClick={() => move(half)} />
      <Button size="compact-xs" variant="default" disabled={isNow} onClick={() => onZoom({ ...window, to: null })}>
        Now
      </Button>
      <Step label="Fewer bars (+)" Icon={IconZoomIn} disabled={isClosest} onClick={() => widen(1 / ZOOM)} />
      <Step label="More bars (−)" Icon={IconZoomOut} disabled={isWidest} onClick={() => widen(ZOOM)} />
      <Dimmed aria-hidden style={{ marginLeft: 'var(--mantine-spacing-xs)' }}>
        Range
      </Dimmed>
      <Button.Group aria-label="Range">
        {SPANS.map(([label, what, span]) => (
          <Hint key={label} label={`Show ${what}, up to now`}>
            <Button size="compact-xs" variant="default" onClick={() => onShow(span)}>
              {label}
            </Button>
          </Hint>
        ))}
      </Button.Group>
    </Group>
  );
}

interface StepProps {
  readonly label: string;
  readonly Icon: Icon;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Step({ label, Icon, ...button }: StepProps) {
  return (
    <Hint label={label}>
      <ActionIcon size="sm" variant="default" aria-label={label} {...button}>
        <Icon size={14} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}
