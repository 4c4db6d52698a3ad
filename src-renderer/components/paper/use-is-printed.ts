/**
 * Whether the page is being printed: then all rows are rendered, collapsed panels are open, and the colours are those
 * of the light theme.
 */
import { useSyncExternalStore } from 'react';

const SCHEME = 'data-mantine-color-scheme';

let isBetween = false;
let schemeBefore: string | null = null;
const listeners = new Set<() => void>();

export function useIsPrinted(): boolean {
  return useSyncExternalStore(subscribe, isPrinted);
}

// Outside a page, nothing is printed.
const page = typeof window === 'undefined' ? null : window;
const paper = page?.matchMedia('print');
// A browser that prints fires these events; a print preview changes the medium only.
page?.addEventListener('beforeprint', () => change(true));
page?.addEventListener('afterprint', () => change(false));
paper?.addEventListener('change', () => change(isBetween));

const schemeWatch = page === null ? null : new MutationObserver(printInLight);

function printInLight(): void {
  const scheme = document.documentElement.getAttribute(SCHEME);
  if (scheme === 'light') return;
  schemeBefore = scheme;
  document.documentElement.setAttribute(SCHEME, 'light');
}

function isPrinted(): boolean {
  return isBetween || paper?.matches === true;
}

function change(isPrinting: boolean): void {
  isBetween = isPrinting;
  if (isPrinted()) {
    printInLight();
    // The theme follows the system, which some browsers report again for paper.
    schemeWatch?.observe(document.documentElement, { attributeFilter: [SCHEME] });
  } else {
    schemeWatch?.disconnect();
    if (schemeBefore !== null) document.documentElement.setAttribute(SCHEME, schemeBefore);
    schemeBefore = null;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
