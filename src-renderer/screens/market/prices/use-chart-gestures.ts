/**
 * Moves and widens the window of a chart by pointer, wheel and keys. A drag is shown at once and chosen when it ends. The
 * wheel belongs to the page until the chart has the focus or Ctrl is held, so that nobody gets stuck while scrolling.
 */
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type ChartWindow, moved, type TimedBar, widened } from './chart-window.ts';

interface GestureInput {
  readonly held: readonly TimedBar[];
  readonly window: ChartWindow;
  readonly nowMs: number;
  /** While a drag goes on, null at its end. */
  readonly onDrag: (window: ChartWindow | null) => void;
  readonly onWindow: (window: ChartWindow) => void;
}

/** What is not bars: the axis, the margins and the padding, of which so much is on the left. */
const BESIDE_PX = 116;
const LEFT_PX = 20;
const ZOOM = 1.25;

export function useChartGestures(input: GestureInput) {
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  // Wheel and keys are faster than drawing: each goes on from the one before, not from what is drawn.
  const choose = useCallback((window: ChartWindow) => {
    latest.current = { ...latest.current, window };
    latest.current.onWindow(window);
  }, []);
  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: WheelEvent) => element !== null && wheel(event, element, latest.current, choose);
    // React's own listener is passive and could not keep the page from scrolling.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [choose]);
  return { frame, ...useDrag(input), onKeyDownCapture: (event: KeyboardEvent) => key(event, latest.current, choose) };
}

function useDrag({ held, window, nowMs, onDrag, onWindow }: GestureInput) {
  const [start, setStart] = useState<{ readonly x: number; readonly window: ChartWindow } | null>(null);
  const at = (event: PointerEvent<HTMLElement>) => {
    if (start === null) return null;
    const perBarPx = (event.currentTarget.clientWidth - BESIDE_PX) / start.window.bars;
    return moved(held, start.window, Math.round((start.x - event.clientX) / perBarPx), nowMs);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button === 0) setStart({ x: event.clientX, window });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const next = at(event);
      if (next === null || next.to === window.to) return;
      // Only what turns out to be a drag takes the pointer, so that a click stays one.
      event.currentTarget.setPointerCapture(event.pointerId);
      onDrag(next);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const next = at(event);
      setStart(null);
      onDrag(null);
      if (next !== null && next.to !== start?.window.to) onWindow(next);
    },
    onPointerCancel: () => {
      setStart(null);
      onDrag(null);
    },
  };
}

type Choose = (window: ChartWindow) => void;

function wheel(event: WheelEvent, element: HTMLElement, { held, window, nowMs }: GestureInput, choose: Choose): void {
  if (!event.ctrlKey && !event.metaKey && !element.contains(document.activeElement)) return;
  event.preventDefault();
  const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
  if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
    choose(moved(held, window, Math.sign(sideways) * stepOf(window), nowMs));
    return;
  }
  const { left, width } = element.getBoundingClientRect();
  const place = Math.min(1, Math.max(0, (event.clientX - left - LEFT_PX) / (width - BESIDE_PX)));
  choose(widened(held, window, event.deltaY > 0 ? ZOOM : 1 / ZOOM, place, nowMs));
}

/** Plus and minus widen, Shift with an arrow and the page keys move, End goes back to now; arrows alone are the chart's. */
function key(event: KeyboardEvent, { held, window, nowMs }: GestureInput, choose: Choose): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = stepOf(window);
  const arrows = event.shiftKey ? { ArrowLeft: -step, ArrowRight: step } : {};
  const by = new Map(Object.entries({ PageUp: -window.bars, PageDown: window.bars, ...arrows })).get(event.key);
  const factor = new Map(Object.entries({ '+': 1 / ZOOM, '=': 1 / ZOOM, '-': ZOOM })).get(event.key);
  if (by === undefined && factor === undefined && event.key !== 'End') return;
  event.preventDefault();
  event.stopPropagation();
  if (by !== undefined) choose(moved(held, window, by, nowMs));
  else choose(factor === undefined ? { ...window, to: null } : widened(held, window, factor, 1, nowMs));
}

/** A tenth of what is in sight. */
export function stepOf({ bars }: ChartWindow): number {
  return Math.max(1, Math.round(bars / 10));
}
