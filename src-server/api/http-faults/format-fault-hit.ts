/** Formats what clients got of requests that a fault hit, for developers. Pure. */
import { countOf } from '../../domain/numbers/count-of.ts';
import type { JournalRow } from '../../engine/ports/journal-port.ts';

/** What the client got of a request that a fault hit. */
export function formatResponse({ faultKind, status, injectedMs, contents }: JournalRow): string {
  const bytes = Buffer.byteLength(contents?.responseBody ?? '');
  switch (faultKind) {
    case 'api_connection_reset':
      return 'nothing: the connection was reset';
    case 'api_hang':
      return `nothing for ${formatMs(injectedMs)}`;
    default:
      if (status === null) return `nothing: the client disconnected after ${formatMs(injectedMs)}`;
  }
  switch (faultKind) {
    case 'api_latency':
      return `${status} after ${formatMs(injectedMs)}`;
    case 'api_slow_drip':
      return `${status}, its body spread over ${formatMs(injectedMs)}`;
    case 'api_empty_answer':
      return `${status} without a body`;
    case 'api_truncated_body':
      return `${status}, cut off after ${countOf(bytes, 'byte')} of its body`;
    case 'api_malformed_body':
      return `${status} with a body that is not JSON`;
    case 'api_wrong_content_type':
      return `${status} with a wrong content type`;
    default:
      return `${status} instead of the response`;
  }
}

/** `340 ms`, `1.2 s`. */
export function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
