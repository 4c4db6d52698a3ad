/**
 * Where the window was and where it may be now: on a display that is connected, not too small to use, not larger than
 * the display.
 */

import type { Rectangle } from 'electron';
import { z } from 'zod';

export const smallestWindow = { width: 960, height: 600 } as const;
const defaultWindow = { width: 1440, height: 900 } as const;
/** Pixels of the title bar that must be visible, so that the user can drag the window. */
const graspPx = { width: 120, height: 40 } as const;

export const windowPlace = z.strictObject({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  isMaximized: z.boolean(),
  isFullScreen: z.boolean(),
  /** Chromium's scale: 0 is 100 %, each step a factor of 1.2. */
  zoomLevel: z.number().min(-5).max(5),
});
type WindowPlace = z.infer<typeof windowPlace>;

/**
 * Without `x` and `y` the window is centred. `areas` are the displays without bars and docks, the main display first.
 */
export function placeOnScreen(
  saved: WindowPlace | null,
  areas: readonly Rectangle[],
): { width: number; height: number; x?: number; y?: number } {
  const area = saved === null ? undefined : areas.toSorted((a, b) => sharedPx(saved, b) - sharedPx(saved, a))[0];
  if (saved === null || area === undefined || !canBeGrasped(saved, area)) return fitted(defaultWindow, areas[0]);
  const { width, height } = fitted(saved, area);
  return {
    width,
    height,
    x: within(saved.x, area.x, area.x + area.width - width),
    y: within(saved.y, area.y, area.y + area.height - height),
  };
}

function fitted(size: { width: number; height: number }, area: Rectangle | undefined) {
  return {
    width: within(size.width, smallestWindow.width, area?.width ?? defaultWindow.width),
    height: within(size.height, smallestWindow.height, area?.height ?? defaultWindow.height),
  };
}

/** The upper bound wins: on a display smaller than the minimum, the window is as large as the display. */
function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function canBeGrasped(window: Rectangle, area: Rectangle): boolean {
  const { width, height } = shared(window, area);
  return width >= graspPx.width && height >= graspPx.height;
}

function sharedPx(one: Rectangle, other: Rectangle): number {
  const { width, height } = shared(one, other);
  return width * height;
}

function shared(one: Rectangle, other: Rectangle): { width: number; height: number } {
  const overlap = (from: number, size: number, otherFrom: number, otherSize: number) =>
    Math.max(0, Math.min(from + size, otherFrom + otherSize) - Math.max(from, otherFrom));
  return {
    width: overlap(one.x, one.width, other.x, other.width),
    height: overlap(one.y, one.height, other.y, other.height),
  };
}
