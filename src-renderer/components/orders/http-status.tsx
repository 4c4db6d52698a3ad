/** The status of an HTTP answer as a badge: its class by tone and mark, its number always in words of its own. */
import { ToneBadge } from './status-badge.tsx';

/** null: nothing was answered, on purpose. */
export function HttpStatus({ status }: { readonly status: number | null }) {
  return <ToneBadge color={toneOf(status)}>{status ?? 'no response'}</ToneBadge>;
}

/** A refusal (4xx) is what a client has to deal with, a failure (5xx) what it cannot help. */
function toneOf(status: number | null) {
  if (status === null || status >= 500) return 'fail';
  if (status >= 400) return 'warn';
  return status >= 200 && status < 300 ? 'ok' : 'plain';
}
