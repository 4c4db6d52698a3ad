/**
 * Escape within an element, or anywhere on the page where no element is given. Heard before anything else on the page hears it: a tooltip that the focus shows would keep the
 * key for itself, and what it stands in would need a second one.
 */
import { type RefObject, useEffect, useRef } from 'react';

export function useEscape(place: RefObject<HTMLElement | null> | null, onEscape: () => void): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const isWithin =
        place === null || (event.target instanceof Node && place.current?.contains(event.target) === true);
      if (event.key === 'Escape' && isWithin) latest.current();
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [place]);
}
