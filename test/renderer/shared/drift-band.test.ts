/** The comparison of a plan with its band, and how the drift bars and the banner show it (decisions G9, H). */
import { describe, expect, it } from 'vitest';
import {
  afterPlan,
  checkTrigger,
  type DriftTrigger,
  formatBand,
  formatCompared,
  halfWidth,
  outsideBand,
} from '../../../src-renderer/components/charts/drift-band.ts';
import { cashRow } from '../../../src-renderer/components/portfolios/drift-panel.tsx';
import { proves } from '../../conformance/proves.ts';

const ABSOLUTE = { type: 'absolute', threshold: 0.05 } as const;
const RELATIVE = { type: 'relative', threshold: 0.2 } as const;
const ANY: DriftTrigger = { ...ABSOLUTE, trigger: 'any_position', fxOverlay: false };
const row = (label: string, current: number, target: number, compared?: number) => ({
  key: label,
  label,
  name: label,
  current,
  target,
  compared,
});
const side = (current: number, target: number, band: typeof ABSOLUTE | typeof RELATIVE) =>
  outsideBand({ current, target }, band);

describe('the drawn band', () => {
  it('is a share of the portfolio when absolute: 0.25 against 0.18 is 0.07 over', () => {
    expect(side(0.25, 0.18, ABSOLUTE)).toBe('over');
    expect(side(0.12, 0.18, ABSOLUTE)).toBe('under');
    expect(side(0.2, 0.18, ABSOLUTE)).toBeNull();
  });

  it('is a share of the target when relative: 20 % of 0.10 is 0.02', () => {
    expect(halfWidth(0.1, RELATIVE)).toBeCloseTo(0.02, 12);
    expect(side(0.125, 0.1, RELATIVE)).toBe('over');
    expect(side(0.115, 0.1, RELATIVE)).toBeNull();
  });

  it('uses the threshold itself for a position without a target', () => {
    expect(side(0.25, 0, RELATIVE)).toBe('over');
    expect(side(0.15, 0, RELATIVE)).toBeNull();
  });

  it('counts its own edge as inside, also where binary fractions exceed it: 0.55 against 0.50', () => {
    expect(outsideBand({ current: 0.5, target: 0.25 }, { type: 'absolute', threshold: 0.25 })).toBeNull();
    expect(side(0.55, 0.5, ABSOLUTE)).toBeNull();
    expect(side(0.12, 0.1, RELATIVE)).toBeNull();
  });

  it('uses the drift without exchange rates where that is compared', () => {
    expect(outsideBand(row('SAP', 0.25, 0.18, 0.04), ABSOLUTE)).toBeNull();
    expect(outsideBand(row('SAP', 0.2, 0.18, -0.06), ABSOLUTE)).toBe('under');
  });

  it('is written in per cent of the portfolio, or of the target', proves('L147'), () => {
    expect([formatBand(ABSOLUTE), formatBand(RELATIVE)]).toEqual([
      '±5.00\u202f% of the portfolio',
      '±20.00\u202f% of each target',
    ]);
    expect([formatCompared(0.0671, ABSOLUTE), formatCompared(0.213, RELATIVE)]).toEqual([
      '6.71\u202f% of the portfolio',
      '21.30\u202f% of its target',
    ]);
  });
});

describe('a position after a plan', () => {
  it('is compared without the effect of exchange rates: 8.04 % remains 1.05 % over, 1.04 % with them', () => {
    const before = { current: 0.0804, target: 0.07, compared: 0.0105 };
    const after = afterPlan(before, 0.0804);
    expect(outsideBand(after, { type: 'absolute', threshold: 0.01045 })).toBe('over');
    expect(outsideBand(afterPlan(before, 0.07), { type: 'absolute', threshold: 0.01 })).toBeNull();
    expect(afterPlan({ current: 0.25, target: 0.18 }, 0.18).compared).toBe(0);
  });
});

describe('the trigger of a rebalance', () => {
  const rows = [row('SAP', 0.5, 0.44), row('SHEL', 0.12, 0.16), row('AAPL', 0.3, 0.35)];

  it('is the position furthest from its target by the measure of the band', () => {
    const absolute = checkTrigger(rows, ANY);
    expect([absolute.furthest?.label, absolute.drift, absolute.isBreached]).toEqual(['SAP', 0.06, true]);
    // 0.04 of 0.16 is a quarter; 0.06 of 0.44 is less than a seventh.
    const relative = checkTrigger(rows, { ...ANY, ...RELATIVE });
    expect([relative.furthest?.label, relative.drift, relative.isBreached]).toEqual(['SHEL', 0.25, true]);
  });

  it('is another position where exchange rates do not count', () => {
    const overlaid = [row('SAP', 0.5, 0.44, 0.01), row('SHEL', 0.12, 0.16, -0.04), row('AAPL', 0.3, 0.35, 0.03)];
    const check = checkTrigger(overlaid, { ...ANY, fxOverlay: true });
    expect([check.furthest?.label, check.drift, check.isBreached]).toEqual(['SHEL', 0.04, false]);
  });

  it('is half the sum of all drifts, cash included, for a portfolio trigger', () => {
    const cash = cashRow({ current: 0.08, target: 0.05 }, rows);
    const check = checkTrigger([...rows, cash], { ...ANY, trigger: 'portfolio', threshold: 0.1 });
    expect(check).toEqual({ isBreached: false, furthest: null, drift: 0.09 });
  });

  it('is never cash alone, which has the opposite drift of the positions', () => {
    const cash = cashRow({ current: 0.3, target: 0.05 }, [row('SAP', 0.4, 0.44, -0.04), row('SHEL', 0.1, 0.16, -0.02)]);
    expect(cash.compared).toBeCloseTo(0.06, 12);
    expect(checkTrigger([cash], ANY).isBreached).toBe(false);
  });
});
