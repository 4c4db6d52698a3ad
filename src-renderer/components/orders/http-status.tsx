/** The status of an HTTP answer as a badge: its class by tone and mark, its number always in words of its own. */

import { Badge } from '@mantine/core';
import type { Tone } from '../feedback/notice.tsx';

const MARKS: Readonly<Record<Tone, string>> = { plain: '○', live: '◐', ok: '✓', warn: '!', fail: '✕' };

/** null: nothing was answered, on purpose. */
export function HttpStatus({ status }: { readonly status: number | null }) {
  const tone = statusTone(status);
  return (
    <Badge color={tone}>
      <span aria-hidden>{MARKS[tone]}</span>
      {status ?? 'no answer'}
    </Badge>
  );
}

/** A refusal (4xx) is what a client has to deal with, a failure (5xx) what it cannot help. */
export function statusTone(status: number | null): Tone {
  if (status === null || status >= 500) return 'fail';
  if (status >= 400) return 'warn';
  return status >= 200 && status < 300 ? 'ok' : 'plain';
}
