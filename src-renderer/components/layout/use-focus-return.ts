/** Gives the focus back to what had it before something was laid over the page. Leaves it alone once it is elsewhere. */
import { useEffect, useState } from 'react';

/** At the end by itself; the answer does it at once, for who then moves the focus on. */
export function useFocusReturn(): () => void {
  // Read while drawing: a field with the focus from the start has taken it before any effect runs.
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => giveBack(before, document.activeElement === document.body), [before]);
  return () => giveBack(before, true);
}

function giveBack(before: Element | null, isFree: boolean): void {
  if (isFree && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
}
