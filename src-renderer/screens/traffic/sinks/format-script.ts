/** A sink's script as one sentence. */
import type { SinkScriptView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { formatCount } from '../../../components/format/format-number.ts';

export const AFTERWARDS_WORDS: Readonly<Record<SinkScriptView['afterwards'], string>> = {
  repeat_last: 'the last answer again and again',
  start_over: 'the first answer again, and so on',
  accept: '200 to everything',
};

/** `503 twice, 429 after 250 ms, then 200 to everything.` */
export function formatScript({ answers, afterwards }: SinkScriptView): string {
  if (answers.length === 0) return 'It answers 200 to everything.';
  const parts = answers.map(({ status, delay_ms: delayMs, times }) => {
    const delay = delayMs > 0 ? ` after ${formatCount(delayMs)} ms` : '';
    return `${status}${delay}${formatTimes(times)}`;
  });
  return `It answers ${parts.join(', then ')}; afterwards ${AFTERWARDS_WORDS[afterwards]}.`;
}

function formatTimes(times: number): string {
  if (times === 1) return ' once';
  return times === 2 ? ' twice' : ` ${formatCount(times)} times`;
}
