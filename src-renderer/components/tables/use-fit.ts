/**
 * Makes a table fit its container. Long texts shrink first, by the style of their cells; then the headers wrap; then
 * spare columns are hidden; and a table that is still too wide fades at the edge with more content. Only the width of
 * the table's own frame counts, so a panel beside it counts only for the space it takes.
 */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';

type ByTable = Readonly<Record<string, readonly string[]>>;

/** Ids of the columns that do not fit now, by the label of their table. */
const useLeftOut = create<ByTable>(() => ({}));

const NONE: readonly string[] = [];

export const useNoRoom = (label: string) => useLeftOut((leftOut) => leftOut[label] ?? NONE);

/** Reads it once, without subscribing. */
export const noRoom = (label: string) => useLeftOut.getState()[label] ?? NONE;

/** All columns are tried again if the frame becomes wider by this much, which is more than a scroll bar. */
const WORTH_A_TRY_PX = 24;

interface Fitted {
  readonly label: string;
  /** Ids of columns that are hidden if space is short, the first of them first. */
  readonly spare?: readonly string[] | undefined;
  readonly columns: readonly unknown[];
  readonly rows: readonly unknown[];
  readonly isPrinted: boolean;
}

/** Measures the table when its rows, columns or frame change, and hides columns that do not fit. */
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

/** Marks the edge of a frame that has more content behind it, for the fade of its style. */
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

/** Wraps the headers if necessary, and returns the columns that must also be hidden. */
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

/** By how much the content of the frame is wider than the frame. */
function beyond(place: HTMLElement): number {
  return place.scrollWidth - place.clientWidth;
}

/** Whether there is more to scroll to. */
function markEdge(place: HTMLElement): void {
  place.toggleAttribute('data-wider', beyond(place) - place.scrollLeft > 1);
}
