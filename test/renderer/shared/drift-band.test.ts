/** Where a weight lies against its band, as the drift bars draw it (decision H). */
import { describe, expect, it } from 'vitest';
import { halfWidth, outsideBand } from '../../../src-renderer/components/charts/drift-band.ts';

const ABSOLUTE = { type: 'absolute', threshold: 0.05 } as const;
const RELATIVE = { type: 'relative', threshold: 0.2 } as const;

describe('the drawn band', () => {
  it('is a share of the portfolio when absolute: 0.25 against 0.18 is 0.07 over', () => {
    expect(outsideBand(0.25, 0.18, ABSOLUTE)).toBe('over');
    expect(outsideBand(0.12, 0.18, ABSOLUTE)).toBe('under');
    expect(outsideBand(0.2, 0.18, ABSOLUTE)).toBeNull();
  });

  it('is a share of the target when relative: 20 % of 0.10 is 0.02', () => {
    expect(halfWidth(0.1, RELATIVE)).toBeCloseTo(0.02, 12);
    expect(outsideBand(0.125, 0.1, RELATIVE)).toBe('over');
    expect(outsideBand(0.115, 0.1, RELATIVE)).toBeNull();
  });

  it('takes the threshold itself for something that is not wanted at all', () => {
    expect(outsideBand(0.25, 0, RELATIVE)).toBe('over');
    expect(outsideBand(0.15, 0, RELATIVE)).toBeNull();
  });

  it('counts its own edge as inside: only more than the threshold breaches', () => {
    expect(outsideBand(0.5, 0.25, { type: 'absolute', threshold: 0.25 })).toBeNull();
  });
});
