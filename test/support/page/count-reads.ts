/** Runs in the page before its scripts: counts pending reads in `window.readsUnderWay`. */
export function countReads(): void {
  const counted = window as Window & { readsUnderWay?: number };
  counted.readsUnderWay = 0;
  const { fetch } = window;
  window.fetch = async (...request) => {
    counted.readsUnderWay = (counted.readsUnderWay ?? 0) + 1;
    try {
      return await fetch(...request);
    } finally {
      counted.readsUnderWay -= 1;
    }
  };
}
