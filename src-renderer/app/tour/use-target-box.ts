/** Where the target of a step is on the screen, followed while the page is read, scrolled and resized. */
import { useEffect, useState } from 'react';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Often enough to follow a page that scrolls, and what is only there when it has been read. */
const LOOK_EVERY_MS = 150;

/** CSS pixels of the window; null while the target is not there. */
export function useTargetBox(selector: string): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    const look = () => setBox((before) => unlessSame(before, boxOf(selector)));
    look();
    const timer = window.setInterval(look, LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [selector]);
  return box;
}

function boxOf(selector: string): Box | null {
  const target = document.querySelector(selector);
  if (target === null) return null;
  const { left, top, right, bottom } = target.getBoundingClientRect();
  // A table may be larger than the window: what is seen of it is marked.
  const [shownRight, shownBottom] = [Math.min(right, window.innerWidth - 2), Math.min(bottom, window.innerHeight - 2)];
  return { left, top, width: Math.max(0, shownRight - left), height: Math.max(0, shownBottom - top) };
}

function unlessSame(before: Box | null, now: Box | null): Box | null {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}
