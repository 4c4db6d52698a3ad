/** Formats traces, near misses and how to reproduce a failure, as lines of a test report. */

import type { Verification } from '../contract/control/world/journal.ts';
import type { Fingerprint } from '../contract/control/world/session.ts';
import type { Trace } from '../contract/control/world/trace.ts';
import { countOf } from '../domain/numbers/count-of.ts';

type Link = Pick<Trace['nodes'][number], 'id' | 'parent' | 'at' | 'title' | 'status'>;

/** The most lines of a trace in a message; the last ones are the most useful. */
const MAX_LINKS = 30;
const MAX_MISSES = 3;

/**
 * One line for each node: instant, depth below its cause, what happened, and its result. `most`: the first few and the
 * last of many.
 */
export function traceText(links: readonly Link[], most = MAX_LINKS): string {
  const depths = new Map<string, number>();
  const lines = links.map(({ id, parent, at, title, status }) => {
    const depth = parent === null ? 0 : (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    return `  ${at}  ${'  '.repeat(depth)}${title}${status === null ? '' : ` [${status}]`}`;
  });
  const hidden = lines.length - most;
  if (hidden <= 0) return lines.join('\n');
  return [...lines.slice(0, 5), `  … ${hidden} more …`, ...lines.slice(5 - most)].join('\n');
}

export function verificationText({
  explanation,
  warning,
  matched,
  near_misses: misses,
  request_ids: ids,
}: Verification): string {
  // The server's sentence ends with the closest request; the list below shows it in detail.
  const [sentence = explanation] = explanation.split(' The closest request is ');
  const near = misses.filter(({ score }) => score > 0);
  // If none is close, they are the latest, and differences from each would be meaningless.
  const shown = (near.length > 0 ? near : misses).slice(0, MAX_MISSES);
  const closest = shown.flatMap(({ entry, differences, score }, index) => [
    `  ${index + 1}. ${entry.method} ${entry.path} → ${entry.status ?? 'no response'} at ${entry.at} (${entry.request_id}${near.length > 0 ? `, ${Math.round(score * 100)} % as expected` : ''})`,
    ...(near.length > 0 ? differences.map((difference) => `     - ${difference}`) : []),
  ]);
  return [
    sentence,
    ...(warning === null ? [] : [warning]),
    ...(closest.length > 0 ? [near.length > 0 ? 'Closest:' : 'The latest requests:', ...closest] : []),
    ...(matched > 0 ? [`These match: ${ids.slice(-10).join(', ')}`] : []),
    ...(matched === 0 && misses.length === 0 ? ['The journal has no requests.'] : []),
  ].join('\n');
}

/** Names the world, and says that the same seed and commands reproduce it. */
export function reproduceText({ seed, now, events, head }: Fingerprint): string {
  return `World: seed ${seed}, at ${now}, ${countOf(events, 'log entry', 'log entries')}, head ${head.slice(0, 16)}…; the same seed and the same calls reproduce it.`;
}
