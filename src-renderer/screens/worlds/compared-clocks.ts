/** The difference between the clocks of two compared worlds. Pure. */
import type { WorldComparison } from '../../../src-server/contract/control/worlds/worlds.ts';
import { formatLength } from '../../components/format/format-time.ts';

/** Why values differ although nothing was traded; `null` if both clocks are at the same instant. */
export function describeClocks({ first, second }: Pick<WorldComparison, 'first' | 'second'>): string | null {
  const apartMs = Math.abs(Date.parse(second.now) - Date.parse(first.now));
  if (apartMs === 0) return null;
  const apart = apartMs < 60_000 ? `${apartMs / 1000} s` : formatLength(apartMs);
  return `The clocks are ${apart} apart, so differences in value include the price moves of that time. Pause both worlds at one instant to compare them exactly.`;
}
