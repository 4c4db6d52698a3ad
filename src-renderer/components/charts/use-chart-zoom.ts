/**
 * The zoom of a chart, by drag, wheel and keys. The wheel belongs to the page until the chart has the focus or Ctrl is
 * held, so that nobody gets stuck while scrolling.
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
import { type AxisRange, dragged, heldWithin, pressed, turned } from './chart-zoom.ts';

export type ChartZoom = ReturnType<typeof useChartZoom>;

/** `all`: the whole axis. `keyPlace`: around which place keys zoom; the middle where it is left out. */
export function useChartZoom(all: AxisRange, keyPlace?: (shown: AxisRange) => number) {
  const [chosen, setChosen] = useState<AxisRange | null>(null);
  const shown = chosen === null ? all : heldWithin(chosen, all);
  const plot = useRef<SVGRectElement & HTMLDivElement>(null);
  const zoomTo = (next: AxisRange | null) => {
    const isAll = next === null || next.to - next.from >= all.to - all.from;
    setChosen(isAll ? null : next);
  };
  const { selection, ...drag } = useDrag(plot, (start, end) => {
    const next = dragged(start, end, shown, all);
    if (next !== null) zoomTo(next);
  });
  return {
    all,
    shown,
    isZoomed: chosen !== null,
    zoomTo,
    reset: () => setChosen(null),
    /** Of the element as wide as the axis. */
    plot,
    /** The places between which a drag goes on. */
    selection,
    /** Of the element around it that takes the gestures. */
    gestures: {
      ref: useWheel(plot, (event, place) => zoomTo(turned(event, place, shown, all))),
      ...drag,
      onDoubleClick: (event: Pointed) => isOver(plot, event) && setChosen(null),
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = pressed(event, keyPlace?.(shown) ?? 0.5, shown, all);
        if (next === null) return;
        event.preventDefault();
        event.stopPropagation();
        zoomTo(next);
      },
    },
  };
}

type Plot = RefObject<Element | null>;
type Pointed = Readonly<Record<'clientX' | 'clientY', number>>;

function placeIn(plot: Plot, { clientX }: Pointed): number {
  const box = plot.current?.getBoundingClientRect();
  return box === undefined || box.width === 0 ? 0 : Math.min(1, Math.max(0, (clientX - box.left) / box.width));
}

function isOver(plot: Plot, { clientX, clientY }: Pointed): boolean {
  const box = plot.current?.getBoundingClientRect();
  if (box === undefined) return false;
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

function useDrag(plot: Plot, onSelect: (start: number, end: number) => void) {
  const [selection, setSelection] = useState<readonly [start: number, end: number] | null>(null);
  return {
    selection,
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || !isOver(plot, event)) return;
      const place = placeIn(plot, event);
      setSelection([place, place]);
    },
    onPointerMove: (event: PointerEvent) => {
      const place = placeIn(plot, event);
      if (selection === null || place === selection[1]) return;
      // Only what turns out to be a drag takes the pointer, so that a click stays one.
      event.currentTarget.setPointerCapture(event.pointerId);
      setSelection([selection[0], place]);
    },
    onPointerUp: () => {
      if (selection !== null) onSelect(...selection);
      setSelection(null);
    },
    onPointerCancel: () => setSelection(null),
  };
}

function useWheel(plot: Plot, onTurn: (event: WheelEvent, place: number) => void) {
  const frame = useRef<HTMLElement & HTMLDivElement>(null);
  const turn = useEffectEvent((event: WheelEvent) => {
    const isMeant = event.ctrlKey || event.metaKey || frame.current?.contains(document.activeElement) === true;
    if (!isMeant || !isOver(plot, event)) return;
    event.preventDefault();
    onTurn(event, placeIn(plot, event));
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
