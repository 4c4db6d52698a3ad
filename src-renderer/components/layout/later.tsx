/** What is not looked at first, drawn right after the rest of its page: one frame that draws all of it would stop the page. */
import { type PropsWithChildren, useDeferredValue } from 'react';

export function Later({ children }: PropsWithChildren) {
  return useDeferredValue(true, false) && children;
}
