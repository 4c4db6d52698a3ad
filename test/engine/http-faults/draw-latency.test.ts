/** The delay of responses by a fault: within its bounds, drawn by hit, the same in every world of a seed. */

import { expect, test } from 'vitest';
import { drawDelayMs } from '../../../src-server/engine/http-faults/http-fault.ts';
import { proves } from '../../conformance/proves.ts';
import { fc } from '../../support/draws.ts';

const FAULT = 'ft_00000000000000000000000000';
const hits = Array.from({ length: 50 }, (_none, index) => index + 1);

test('a response is delayed by a draw of its hit, within the bounds', proves('L40.5'), () => {
  const bound = fc.integer({ min: 0, max: 600_000 });
  fc.assert(
    fc.property(fc.nat(), bound, bound, (seed, one, other) => {
      const [min, max] = [Math.min(one, other), Math.max(one, other)];
      for (const written of [{ min, max }, { median: min, sigma: 1, max }, { fixed: max }] as const) {
        const draws = hits.map((hit) => drawDelayMs(seed, FAULT, hit, written));
        expect(draws).toEqual(hits.map((hit) => drawDelayMs(seed, FAULT, hit, written)));
        const least = 'min' in written ? min : 0;
        expect(draws.every((ms) => Number.isInteger(ms) && ms >= least && ms <= max)).toBe(true);
        if ('fixed' in written) expect(new Set(draws)).toEqual(new Set([max]));
      }
    }),
  );
});

test('hits of one fault, and the same hit of two, are delayed differently', () => {
  const written = { min: 0, max: 600_000 };
  expect(new Set(hits.map((hit) => drawDelayMs(1, FAULT, hit, written))).size).toBeGreaterThan(45);
  expect(drawDelayMs(1, FAULT, 1, written)).not.toBe(drawDelayMs(1, FAULT.replace(/0$/, '1'), 1, written));
});
