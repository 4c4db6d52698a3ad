/** The difference of the clocks of two compared worlds. */
import { expect, it } from 'vitest';
import { describeClocks } from '../../../src-renderer/screens/worlds/untraded-differences.ts';

const world = (now: string) => ({ name: 'w', now, events: 1, head: '', next: null });
const apart = (now: string) => describeClocks({ first: world('2026-03-02T11:47:29.100Z'), second: world(now) });

it('is shown where prices have moved in between, and not for worlds at one instant', () => {
  expect(apart('2026-03-02T11:47:29.480Z')).toMatch(/^The clocks are 0\.38 s apart, so differences in value/);
  expect(apart('2026-03-02T13:47:29.100Z')).toMatch(/^The clocks are 2 h 0 m apart/);
  expect(apart('2026-03-02T11:47:29.100Z')).toBeNull();
});
