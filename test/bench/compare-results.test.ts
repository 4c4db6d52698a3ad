import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Figure } from '../../bench/figure.ts';
import { readResults, resultsOf, saveResults, worseThan } from '../../bench/results.ts';

const figure = (value: number, unit: string, reference: number | null = null): Figure => ({
  name: 'prices',
  value,
  unit,
  goal: null,
  reference: reference === null ? null : { what: 'bare', value: reference },
});
const run = (...figures: Figure[]) => resultsOf(figures, 'this machine');
const names = (earlier: ReturnType<typeof run>[], now: ReturnType<typeof run>) =>
  worseThan(earlier, now).map(({ name }) => name);

describe('a figure of a benchmark', () => {
  it('is worse where it is slower by more than a tenth, in the direction of its unit', () => {
    expect(names([run(figure(100, 'ms'))], run(figure(120, 'ms')))).toEqual(['prices']);
    expect(names([run(figure(100, 'ms'))], run(figure(105, 'ms')))).toEqual([]);
    expect(names([run(figure(100, 'ms'))], run(figure(50, 'ms')))).toEqual([]);
    expect(names([run(figure(100, 'plans/s'))], run(figure(80, 'plans/s')))).toEqual(['prices']);
    expect(names([run(figure(100, 'plans/s'))], run(figure(120, 'plans/s')))).toEqual([]);
    expect(names([run(figure(100, 'fills'))], run(figure(200, 'fills')))).toEqual([]);
  });

  it('is compared by its ratio where it has a reference: both are slow on a busy machine', () => {
    expect(names([run(figure(800, 'requests/s', 1000))], run(figure(400, 'requests/s', 500)))).toEqual([]);
    expect(names([run(figure(800, 'requests/s', 1000))], run(figure(800, 'requests/s', 2000)))).toEqual(['prices']);
  });

  it('may differ as much as its earlier results do', () => {
    const noisy = [run(figure(100, 'ms')), run(figure(150, 'ms')), run(figure(110, 'ms'))];
    expect(names(noisy, run(figure(150, 'ms')))).toEqual([]);
    expect(worseThan(noisy, run(figure(200, 'ms')))).toEqual([
      { name: 'prices', now: 200, before: 110, spread: expect.closeTo(50 / 110) },
    ]);
  });

  it('has nothing to be compared with on another machine', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ballast-results-'));
    saveResults(folder, run(figure(100, 'ms')));
    expect(readResults(folder, 'this machine')).toEqual([run(figure(100, 'ms'))]);
    expect(readResults(folder, 'another one')).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
