/** The buttons of the chart: earlier, later, now, wider, closer, and spans from minutes to years. All that gestures do, too. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ChartWindow, LEAST_BARS, MOST_BARS, moved, type TimedBar, widened } from './chart-window.ts';
import classes from './market-chart.module.css';

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

export function ChartToolbar({ held, window, nowMs, onWindow }: ChartToolbarProps) {
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
