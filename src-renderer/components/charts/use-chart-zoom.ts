/**
 * The zoom of a chart, by drag, wheel and keys. A drag selects a range, with Shift it pans. The wheel scrolls the page
 * unless the chart has the focus or Ctrl is pressed, so that nobody gets stuck while scrolling.
 */
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { type AxisRange, clampedWithin, dragged, panned, pressed, turned } from './chart-zoom.ts';

export type ChartZoom = ReturnType<typeof useChartZoom>;
/** The parts of the zoom that a figure needs. */
export type FigureZoom = Pick<ChartZoom, 'isZoomed' | 'reset' | 'plot' | 'selection' | 'gestures'>;

/** `all`: the whole axis. `keyCentre`: the position around which keys zoom; omitted: the middle. */
export function useChartZoom(all: AxisRange, keyCentre?: (shown: AxisRange) => number) {
  const [chosen, setChosen] = useState<AxisRange | null>(null);
  const shown = chosen === null ? all : clampedWithin(chosen, all);
  const plot = useRef<SVGRectElement & HTMLDivElement>(null);
  const zoomTo = (next: AxisRange | null) => {
    const isAll = next === null || next.to - next.from >= all.to - all.from;
    setChosen(isAll ? null : next);
  };
  const { selection, ...drag } = useDrag({
    plot,
    shown,
    onSelect: (start, end) => {
      const next = dragged(start, end, shown, all);
      if (next !== null) zoomTo(next);
    },
    onPan: (from, by) => zoomTo(panned(by, from, all)),
  });
  return {
    all,
    shown,
    isZoomed: chosen !== null,
    zoomTo,
    reset: () => setChosen(null),
    /** Ref of the element as wide as the axis. */
    plot,
    /** The start and end of the current drag. */
    selection,
    /** Handlers for the element around it that receives the gestures. */
    gestures: {
      ref: useWheel(plot, (event, position) => zoomTo(turned(event, position, shown, all))),
      ...drag,
      onDoubleClick: (event: Pointed) => isOver(plot, event) && setChosen(null),
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = pressed(event, keyCentre?.(shown) ?? 0.5, shown, all);
        if (next === null) return;
        event.preventDefault();
        event.stopPropagation();
        zoomTo(next);
      },
    },
  };
}

type Plot = RefObject<Element | null>;
export type Pointed = Readonly<Record<'clientX' | 'clientY', number>>;

function positionIn(plot: Plot, { clientX }: Pointed): number {
  const box = plot.current?.getBoundingClientRect();
  return box === undefined || box.width === 0 ? 0 : Math.min(1, Math.max(0, (clientX - box.left) / box.width));
}

export function isOver(plot: Plot, { clientX, clientY }: Pointed): boolean {
  const box = plot.current?.getBoundingClientRect();
  if (box === undefined) return false;
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

interface DragInput<Shown> {
  readonly plot: Plot;
  readonly shown: Shown;
  readonly onSelect: (start: number, end: number) => void;
  /** With Shift: the share of the range visible at the start by which it moves to the right. */
  readonly onPan: (from: Shown, by: number, isOver: boolean) => void;
}

export function useDrag<Shown>({ plot, shown, onSelect, onPan }: DragInput<Shown>) {
  const [drag, setDrag] = useState<{ start: number; end: number; from: Shown; isPan: boolean } | null>(null);
  return {
    selection: drag === null || drag.isPan ? null : ([drag.start, drag.end] as const),
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || !isOver(plot, event)) return;
      const position = positionIn(plot, event);
      setDrag({ start: position, end: position, from: shown, isPan: event.shiftKey });
    },
    onPointerMove: (event: PointerEvent) => {
      const end = positionIn(plot, event);
      if (drag === null || end === drag.end) return;
      // Captures the pointer only once it is a drag, so that a click remains a click.
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ ...drag, end });
      if (drag.isPan) onPan(drag.from, drag.start - end, false);
    },
    onPointerUp: () => {
      if (drag?.isPan) onPan(drag.from, drag.start - drag.end, true);
      else if (drag !== null) onSelect(drag.start, drag.end);
      setDrag(null);
    },
    onPointerCancel: () => {
      if (drag?.isPan) onPan(drag.from, 0, true);
      setDrag(null);
    },
  };
}

export function useWheel(plot: Plot, onTurn: (event: WheelEvent, position: number) => void) {
  const frame = useRef<HTMLElement & HTMLDivElement>(null);
  const turn = useEffectEvent((event: WheelEvent) => {
    const isMeant = event.ctrlKey || event.metaKey || frame.current?.contains(document.activeElement) === true;
    if (!isMeant || !isOver(plot, event)) return;
    event.preventDefault();
    onTurn(event, positionIn(plot, event));
  });
  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: WheelEvent) => turn(event);
    // React's own listener is passive and could not keep the page from scrolling.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);
  return frame;
}
