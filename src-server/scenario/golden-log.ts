/** Golden logs: the event log of a run as canonical JSON lines beside its scenario, and where another run leaves it. */
import { canonicalJson } from '../kernel/canonical-json.ts';
import { GENESIS_HEAD, type LoggedEvent } from '../kernel/event-chain.ts';

/** One line an event, then one with the fingerprint. */
export function goldenText(seed: number, events: readonly LoggedEvent[]): string {
  const lines = events.map(eventLine);
  const head = events.at(-1)?.hash ?? GENESIS_HEAD;
  lines.push(canonicalJson({ fingerprint: { seed, events: events.length, head } }));
  return `${lines.join('\n')}\n`;
}

/** The first line in which a run differs from its golden log, in words; `null` where it does not. */
export function firstDivergence(golden: string, seed: number, events: readonly LoggedEvent[]): string | null {
  const expected = golden.split('\n');
  const actual = goldenText(seed, events).split('\n');
  const length = Math.max(expected.length, actual.length);
  for (let index = 0; index < length; index += 1) {
    if (expected[index] === actual[index]) continue;
    const place = index < events.length ? `event ${index + 1}` : 'the end of the log';
    return `${place} differs\n  golden: ${expected[index] || '(nothing)'}\n  actual: ${actual[index] || '(nothing)'}`;
  }
  return null;
}

function eventLine({ seq, atMs, type, data, hash }: LoggedEvent): string {
  return canonicalJson({ seq, at: atMs, type, data, hash });
}
