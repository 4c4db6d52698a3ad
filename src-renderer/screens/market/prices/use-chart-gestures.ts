/**
 * Moves and widens the window of a chart by pointer, wheel and keys, like the zoom of other charts. A pan shows at once
 * and is stored when it ends.
 */
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type FigureZoom, isOver, type Pointed, useDrag, useWheel } from '../../../components/charts/use-chart-zoom.ts';
import { type ChartWindow, moved, selected, type TimedBar, widened } from './chart-window.ts';

interface GestureInput {
  readonly loaded: readonly TimedBar[];
  readonly window: ChartWindow;
  readonly nowMs: number;
  /** Called during a pan, with null at its end. */
  readonly onPan: (window: ChartWindow | null) => void;
  readonly onWindow: (window: ChartWindow) => void;
}

const ZOOM = 1.25;

/** `zoomTo` remembers the previous range, for `reset`; `show` starts afresh. */
export function useChartGestures(input: GestureInput) {
  const plot = useRef<SVGRectElement & HTMLDivElement>(null);
  const [before, setBefore] = useState<ChartWindow | null>(null);
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  // Wheel and keys are faster than rendering: each step builds on the one before, not on the render.
  const zoomTo = useCallback((window: ChartWindow) => {
    const { window: left, onWindow } = latest.current;
    setBefore((first) => (first?.interval === left.interval ? first : left));
    latest.current = { ...latest.current, window };
    onWindow(window);
  }, []);
  const show = (window: ChartWindow) => {
    setBefore(null);
    latest.current = { ...latest.current, window };
    input.onWindow(window);
  };
  const { loaded, nowMs, window, onPan } = input;
  const { selection, ...drag } = useDrag({
    plot,
    shown: window,
    onSelect: (start, end) => {
      const next = selected(loaded, window, [start, end], nowMs);
      if (next !== null) zoomTo(next);
    },
    onPan: (from, by, isOverNow) => {
      const next = moved(loaded, from, Math.round(by * from.bars), nowMs);
      onPan(isOverNow ? null : next);
      if (!isOverNow || next.to === from.to) return;
      latest.current = { ...latest.current, window: from };
      zoomTo(next);
    },
  });
  const isZoomed = before?.interval === window.interval;
  const reset = () => before !== null && isZoomed && show(before);
  const zoom: FigureZoom = {
    isZoomed,
    reset,
    plot,
    selection,
    gestures: {
      ref: useWheel(plot, (event, position) => zoomTo(turned(event, position, latest.current))),
      ...drag,
      onDoubleClick: (event: Pointed) => isOver(plot, event) && reset(),
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = event.key === '0' ? null : pressed(event, latest.current);
        if (next === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        if (next === null) reset();
        else zoomTo(next);
      },
    },
  };
  return { zoom, zoomTo, show };
}

type LoadedWindow = Pick<GestureInput, 'loaded' | 'window' | 'nowMs'>;

/** The wheel zooms around the pointer; sideways, or with Shift, it pans. */
function turned(
  { deltaX, deltaY, shiftKey }: WheelEvent,
  position: number,
  { loaded, window, nowMs }: LoadedWindow,
): ChartWindow {
  const sideways = shiftKey ? deltaX || deltaY : deltaX;
  if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY))
    return moved(loaded, window, Math.sign(sideways) * stepOf(window), nowMs);
  return widened(loaded, window, deltaY > 0 ? ZOOM : 1 / ZOOM, position, nowMs);
}

/**
 * Plus and minus zoom, Shift with an arrow and the page keys pan, End returns to now; plain arrows are handled by the
 * chart.
 */
function pressed({ key, shiftKey }: KeyboardEvent, { loaded, window, nowMs }: LoadedWindow): ChartWindow | undefined {
  const step = stepOf(window);
  const arrows = shiftKey ? { ArrowLeft: -step, ArrowRight: step } : {};
  const by = new Map(Object.entries({ PageUp: -window.bars, PageDown: window.bars, ...arrows })).get(key);
  const factor = new Map(Object.entries({ '+': 1 / ZOOM, '=': 1 / ZOOM, '-': ZOOM })).get(key);
  if (by !== undefined) return moved(loaded, window, by, nowMs);
  if (factor !== undefined) return widened(loaded, window, factor, 1, nowMs);
  return key === 'End' ? { ...window, to: null } : undefined;
}

/** A tenth of the visible bars. */
function stepOf({ bars }: ChartWindow): number {
  return Math.max(1, Math.round(bars / 10));
}
