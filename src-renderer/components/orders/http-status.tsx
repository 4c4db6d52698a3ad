/** The status of an HTTP response as a badge: its class by tone and mark, and its number. */
import { ToneBadge } from './status-badge.tsx';

/** null: intentionally no response. */
export function HttpStatus({ status }: { readonly status: number | null }) {
  return <ToneBadge color={toneOf(status)}>{status ?? 'no response'}</ToneBadge>;
}

/** A refusal (4xx) is for the client to handle, a failure (5xx) is not its fault. */
function toneOf(status: number | null) {
  if (status === null || status >= 500) return 'fail';
  if (status >= 400) return 'warn';
  return status >= 200 && status < 300 ? 'ok' : 'plain';
}
