/**
 * Escape within an element. Heard before anything else on the page hears it: a tooltip that the focus shows would keep the
 * key for itself, and what it stands in would need a second one.
 */
import { type RefObject, useEffect, useRef } from 'react';

export function useEscape(place: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const isWithin = event.target instanceof Node && place.current?.contains(event.target) === true;
      if (event.key === 'Escape' && isWithin) latest.current();
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [place]);
}
