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
    const element = frame.current;
    if (element === null || isPrinted) return;
    const more = unfitting(element, spare);
    if (more.length > 0) {
      decidedAt.current = element.offsetWidth;
      useLeftOut.setState({ [label]: [...noRoom(label), ...more] });
    }
    markEdge(element);
  });
  const resize = useEffectEvent(() => {
    const hasRoom = (frame.current?.offsetWidth ?? 0) > decidedAt.current + WORTH_A_TRY_PX;
    if (hasRoom && !isPrinted && noRoom(label).length > 0) useLeftOut.setState({ [label]: NONE });
    else fitIn();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of columns or rows can change the width
  useLayoutEffect(() => fitIn(), [columns, rows]);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => resize());
    watch.observe(element);
    return () => watch.disconnect();
  }, [frame]);
  useEdge(frame);
}

/** Marks the edge of a frame that has more content behind it, for the fade of its style. */
export function useEdge(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const mark = () => markEdge(element);
    const watch = new ResizeObserver(mark);
    for (const each of [element, ...element.children]) watch.observe(each);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, [frame]);
}

/** Wraps the headers if necessary, and returns the columns that must also be hidden. */
function unfitting(element: HTMLElement, spare: readonly string[]): readonly string[] {
  element.removeAttribute('data-tight');
  if (beyond(element) <= 0) return NONE;
  element.setAttribute('data-tight', '');
  let missing = beyond(element);
  return spare.filter((id) => {
    const head = element.querySelector(`th[data-column="${CSS.escape(id)}"]`);
    if (missing <= 0 || head === null) return false;
    missing -= head.getBoundingClientRect().width;
    return true;
  });
}

/** By how much the content of the frame is wider than the frame. */
function beyond(element: HTMLElement): number {
  return element.scrollWidth - element.clientWidth;
}

/** Whether there is more to scroll to. */
function markEdge(element: HTMLElement): void {
  element.toggleAttribute('data-wider', beyond(element) - element.scrollLeft > 1);
}
