/** What clients and receivers met, in words for a developer. Pure. */
import type { JournalRow } from '../../engine/ports/journal-port.ts';

/** What the client got of a request that a fault hit. */
export function answeredWords({ faultKind, status, injectedMs, contents }: JournalRow): string {
  const bytes = Buffer.byteLength(contents?.responseBody ?? '');
  switch (faultKind) {
    case 'api_connection_reset':
      return 'nothing: the connection was reset';
    case 'api_hang':
      return `nothing for ${secondsWords(injectedMs)}`;
    default:
      if (status === null) return `nothing: it left after ${secondsWords(injectedMs)}`;
  }
  switch (faultKind) {
    case 'api_latency':
      return `${status} after ${secondsWords(injectedMs)}`;
    case 'api_slow_drip':
      return `${status}, its body spread over ${secondsWords(injectedMs)}`;
    case 'api_empty_answer':
      return `${status} without a body`;
    case 'api_truncated_body':
      return `${status}, cut off after ${bytes} bytes of its body`;
    case 'api_malformed_body':
      return `${status} with a body that is no JSON`;
    case 'api_wrong_content_type':
      return `${status} under a wrong content type`;
    default:
      return `${status} in place of an answer`;
  }
}

/** `340 ms`, `1.2 s`. */
export function secondsWords(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
