/**
 * Handles Escape within an element, or anywhere on the page if no element is given. With `row`, also on the table row
 * whose details the element shows. It runs before every other handler on the page: otherwise a focused tooltip would
 * consume the key, and its container would need a second one.
 */
import { type RefObject, useEffect, useEffectEvent } from 'react';

export function useEscape(container: RefObject<HTMLElement | null> | null, onEscape: () => void, also?: 'row'): void {
  const handleKey = useEffectEvent(({ key, target }: KeyboardEvent) => {
    // The search in highlighted code handles this key itself.
    if (target instanceof Element && target.closest('.cm-panels') !== null) return;
    if (key !== 'Escape' || !(target instanceof Element)) return;
    const isOnRow = also === 'row' && (target.matches('main tr') || target === document.body);
    if (container === null || isOnRow || container.current?.contains(target)) onEscape();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
}
