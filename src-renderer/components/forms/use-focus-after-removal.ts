/** Moves the focus when a row of a form is removed with the button that removed it. */
import { useEffect, useRef } from 'react';

/** Ref of the element that takes the focus from a row that is removed with its button. */
export function useFocusAfterRemoval(rows: number) {
  const next = useRef<HTMLButtonElement>(null);
  const before = useRef(rows);
  useEffect(() => {
    if (rows < before.current && document.activeElement === document.body) next.current?.focus();
    before.current = rows;
  }, [rows]);
  return next;
}
