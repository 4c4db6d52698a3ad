/**
 * Escape within an element, or anywhere on the page where no element is given. With `row`, also on the row of a table, of
 * which the element shows more. Heard before anything else on the page hears it: a tooltip that the focus shows would keep
 * the key for itself, and what it stands in would need a second one.
 */
import { type RefObject, useEffect, useEffectEvent } from 'react';

export function useEscape(place: RefObject<HTMLElement | null> | null, onEscape: () => void, also?: 'row'): void {
  const handleKey = useEffectEvent(({ key, target }: KeyboardEvent) => {
    // The search in highlighted code closes itself by this key.
    if (target instanceof Element && target.closest('.cm-panels') !== null) return;
    if (key !== 'Escape' || !(target instanceof Element)) return;
    const isOnRow = also === 'row' && (target.matches('main tr') || target === document.body);
    if (place === null || isOnRow || place.current?.contains(target)) onEscape();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
}
