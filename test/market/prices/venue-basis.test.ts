import { expect, it } from 'vitest';
import { streamKey } from '../../../src-server/kernel/streams.ts';
import { TAU_PER_DAY } from '../../../src-server/market/calendar/variance-clock.ts';
import { createVenueBasis } from '../../../src-server/market/prices/listing-price.ts';

it.each([0, 0.25, 0.5, 0.8])(
  'a venue basis has its standard deviation %d of a lattice step in, and reverts to zero',
  (part) => {
    const seeds = 1500;
    const start = 6830 * TAU_PER_DAY + part * 2 ** 19;
    const values = Array.from(
      { length: seeds },
      (_, seed) => createVenueBasis(streamKey(seed, 'test.basis'), 0.00015).at(start) / 0.00015,
    );
    const mean = values.reduce((sum, value) => sum + value, 0) / seeds;
    const variance = values.reduce((sum, value) => sum + value * value, 0) / seeds;
    expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(seeds));
    expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / seeds));
  },
);
