/** Returns the focus to its previous element after an overlay closes. Leaves it alone if it has moved elsewhere. */
import { useEffect, useState } from 'react';

/** Automatically at the end; the returned function does it at once, for a caller that then moves the focus. */
export function useFocusReturn(): () => void {
  // Read during rendering: a field with autofocus takes the focus before any effect runs.
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => giveBack(before, document.activeElement === document.body), [before]);
  return () => giveBack(before, true);
}

function giveBack(before: Element | null, isFree: boolean): void {
  if (isFree && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
}
