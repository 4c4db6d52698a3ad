/** Where the card of a step stands: below its target, else above it, else in a corner; always wholly in the window. */
import type { Box } from './use-target-box.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 10;
const EDGE = 8;

/** CSS pixels of the window. Pure. */
export function cardPlace(target: Box | null, card: Size, view: Size): { readonly left: number; readonly top: number } {
  const corner = { left: view.width - card.width - 2 * EDGE, top: view.height - card.height - 40 };
  const wanted = target === null ? corner : (beside(target, card, view) ?? corner);
  return {
    left: within(wanted.left, view.width - card.width - EDGE),
    top: within(wanted.top, view.height - card.height - EDGE),
  };
}

function beside(target: Box, card: Size, view: Size): { left: number; top: number } | null {
  const left = Math.min(target.left, view.width - card.width - EDGE);
  const below = target.top + target.height + GAP;
  if (below + card.height <= view.height - EDGE) return { left, top: below };
  const above = target.top - card.height - GAP;
  return above >= EDGE ? { left, top: above } : null;
}

function within(wanted: number, most: number): number {
  return Math.max(EDGE, Math.min(wanted, most));
}
