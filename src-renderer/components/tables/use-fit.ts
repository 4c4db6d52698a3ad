/**
 * Makes a table fit its place. Long texts shrink first, which the style of their cells does; then the heads break into
 * lines; then the columns that the table can spare are left out; and what is still too wide fades at the edge behind
 * which it goes on. Goes by the width of the table's own frame, so a panel beside it counts only for the room it takes.
 */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';

type ByTable = Readonly<Record<string, readonly string[]>>;

/** Ids of the columns for which there is no room now, by the label of their table. */
const useLeftOut = create<ByTable>(() => ({}));

const NONE: readonly string[] = [];

export const useNoRoom = (label: string) => useLeftOut((leftOut) => leftOut[label] ?? NONE);

/** At this instant. */
export const noRoom = (label: string) => useLeftOut.getState()[label] ?? NONE;

/** All columns are tried again in a frame that is wider by this much, which is more than a scroll bar. */
const WORTH_A_TRY_PX = 24;

interface Fitted {
  readonly label: string;
  /** Ids of columns that go where there is no room, the first of them first. */
  readonly spare?: readonly string[] | undefined;
  readonly columns: readonly unknown[];
  readonly rows: readonly unknown[];
  readonly isPrinted: boolean;
}

/** Measures the table when its rows, columns or frame change, and leaves out what does not fit. */
export function useFit(
  frame: RefObject<HTMLElement | null>,
  { label, spare = NONE, columns, rows, isPrinted }: Fitted,
): void {
  const decidedAt = useRef(0);
  const fitIn = useEffectEvent(() => {
    const place = frame.current;
    if (place === null || isPrinted) return;
    const more = unfitting(place, spare);
    if (more.length > 0) {
      decidedAt.current = place.offsetWidth;
      useLeftOut.setState({ [label]: [...noRoom(label), ...more] });
    }
    markEdge(place);
  });
  const resize = useEffectEvent(() => {
    const hasRoom = (frame.current?.offsetWidth ?? 0) > decidedAt.current + WORTH_A_TRY_PX;
    if (hasRoom && !isPrinted && noRoom(label).length > 0) useLeftOut.setState({ [label]: NONE });
    else fitIn();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of columns or rows can change the width
  useLayoutEffect(() => fitIn(), [columns, rows]);
  useEffect(() => {
    const place = frame.current;
    if (place === null) return undefined;
    const watch = new ResizeObserver(() => resize());
    watch.observe(place);
    return () => watch.disconnect();
  }, [frame]);
  useEdge(frame);
}

/** Marks a frame behind whose edge what it holds goes on, for the fading edge of its style. */
export function useEdge(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = frame.current;
    if (place === null) return undefined;
    const mark = () => markEdge(place);
    const watch = new ResizeObserver(mark);
    for (const each of [place, ...place.children]) watch.observe(each);
    place.addEventListener('scroll', mark, { passive: true });
    return () => {
      watch.disconnect();
      place.removeEventListener('scroll', mark);
    };
  }, [frame]);
}

/** Breaks the heads into lines where that is needed, and tells which of the columns have to go besides. */
function unfitting(place: HTMLElement, spare: readonly string[]): readonly string[] {
  place.removeAttribute('data-tight');
  if (beyond(place) <= 0) return NONE;
  place.setAttribute('data-tight', '');
  let missing = beyond(place);
  return spare.filter((id) => {
    const head = place.querySelector(`th[data-column="${CSS.escape(id)}"]`);
    if (missing <= 0 || head === null) return false;
    missing -= head.getBoundingClientRect().width;
    return true;
  });
}

/** By how much what is in the frame is wider than it. */
function beyond(place: HTMLElement): number {
  return place.scrollWidth - place.clientWidth;
}

/** Whether there is more to scroll to. */
function markEdge(place: HTMLElement): void {
  place.toggleAttribute('data-wider', beyond(place) - place.scrollLeft > 1);
}
