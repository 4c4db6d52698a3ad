/** Formats what clients got of requests that a fault hit, for developers. Pure. */
import { findApiFaultKind } from '../../contract/control/http-faults/api-fault-kinds.ts';
import type { JournalRow } from '../../engine/ports/journal-port.ts';

/** What the client got of a request that a fault hit. */
export function formatResponse({ faultKind, status, injectedMs, contents }: JournalRow): string {
  const kind = findApiFaultKind(faultKind ?? '');
  const delay = formatMs(injectedMs);
  if (status === null && kind?.isSilent !== true) return `nothing: the client disconnected after ${delay}`;
  const bodyBytes = Buffer.byteLength(contents?.responseBody ?? '');
  return kind?.describe({ status, delay, bodyBytes }) ?? `${status} instead of the response`;
}

/** `340 ms`, `1.2 s`. */
export function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
