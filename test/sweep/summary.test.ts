import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type SweepSummary, sweepSummary } from '../../src-server/contract/control/scenarios/sweep-summary.ts';
import { sweepConditionFaults } from '../../src-server/scenario/check/sweep-condition.ts';
import { createProgressMeter } from '../../src-server/sweep/progress-text.ts';
import { summariseSweep } from '../../src-server/sweep/summarise-sweep.ts';
import { summaryPage } from '../../src-server/sweep/summary-page.ts';
import { summaryText } from '../../src-server/sweep/summary-text.ts';
import { jobAt, type SweepPlan } from '../../src-server/sweep/sweep-plan.ts';
import { proves } from '../conformance/proves.ts';
import { launchChromium, PAGE_PATIENCE_MS } from '../support/page/chromium.ts';
import { makeResult, makeResultStore } from './make-results.ts';

const PLAN: SweepPlan = { seeds: [{ first: 1, last: 10 }], variations: [{ key: 'budget', values: [5, 10] }] };
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

describe('the summary of a sweep', () => {
  it('has each figure over all runs and for each combination, only of runs that passed', proves('K63'), () => {
    const summary = summarise();
    expect(sweepSummary.parse(summary)).toEqual(summary);
    expect(summary).toMatchObject({ jobs: 20, done: 20, passed: 18, failed: 2 });
    const [five, ten] = summary.variations;
    // Seeds 1 to 9 of each: 10 fails. With a budget of 5 the cost is the seed, with 10 it is ten times the seed.
    expect([five?.passed, five?.failed, five?.vary]).toEqual([9, 1, { budget: 5 }]);
    expect(costs(five?.figures)).toMatchObject({ count: 9, min: 1, median: 5, max: 9, mean: 5 });
    expect(costs(ten?.figures)).toMatchObject({ count: 9, min: 10, median: 50, max: 90, mean: 50 });
    // 1 to 9 and 10 to 90 by tens: place 17 · 0.5 = 8.5, between the 9th (9) and the 10th (10).
    expect(costs(summary.over_all.figures)).toMatchObject({ count: 18, min: 1, median: 9.5, max: 90 });
  });

  it('lists the most extreme runs at both ends, and the failures, with their commands', proves('K64'), () => {
    const { over_all: overAll, failures } = summarise();
    const figure = costs(overAll.figures);
    expect(figure?.lowest.map(({ value }) => value)).toEqual([1, 2, 3]);
    expect(figure?.highest[0]).toEqual({ seed: 9, value: 90, vary: { budget: 10 }, replay: 'play 9 {"budget":10}' });
    expect(failures.map(({ failure, replay }) => [failure, replay])).toEqual([
      ['<b>no</b>\u001b[31m', 'play 10 {"budget":5}'],
      ['<b>no</b>\u001b[31m', 'play 10 {"budget":10}'],
    ]);
    expect(overAll.figures.find(({ name }) => name === 'fills')).toMatchObject({
      min: 4,
      max: 4,
      lowest: [],
      highest: [],
    });
  });

  it('is a table with bars for a terminal, and escapes control characters', () => {
    const text = summaryText(summarise()).join('\n');
    expect(text).toContain('20 of 20 jobs, 18 passed, 2 failed');
    expect(text).toMatch(/^ {2}measure\.cost +█[▁▂▃▄▅▆▇█ ]* +1 +1\.85 +/m);
    expect(text).toContain('the same in all runs: fills 4');
    expect(text).toContain('\nbudget=5: 9 passed, 1 failed\n');
    expect(text).toContain('  measure.cost high 90: play 9 {"budget":10}');
    expect(text).not.toContain('\u001b');
  });

  it('is a page that opens without errors or requests, in both themes, and escapes texts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ballast-page-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'page.html');
    writeFileSync(file, summaryPage(summarise()));
    const browser = await launchChromium();
    closing.push(() => void browser.close());
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme });
      page.setDefaultTimeout(PAGE_PATIENCE_MS);
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => {
        if (!request.url().startsWith('file:')) complaints.push(request.url());
      });
      await page.goto(pathToFileURL(file).href);
      expect(complaints).toEqual([]);
      expect(await page.locator('section svg rect.bar').count()).toBe(5);
      expect(await page.getByText('<b>no</b>').first().isVisible()).toBe(true);
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(ground).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 24, 31)');
    }
  });
});

describe('the progress of a sweep', () => {
  it('has the number of jobs per second and the remaining time', () => {
    const meter = createProgressMeter();
    expect(meter.line({ done: 100, total: 1000, failed: 0 }, 0)).toBe('100 of 1,000 jobs');
    expect(meter.line({ done: 200, total: 1000, failed: 3 }, 10_000)).toBe(
      '200 of 1,000 jobs, 10 a second, 1 min 20 s left, 3 failed',
    );
    expect(meter.bar({ done: 1000, total: 1000, failed: 3 }, 15_000)).toBe(
      '████████████████████████ 1,000 of 1,000 jobs, 60 a second, 3 failed',
    );
  });

  it('uses only the latest seconds for the rate', () => {
    const meter = createProgressMeter();
    meter.line({ done: 0, total: 1000, failed: 0 }, 0);
    for (const second of [10, 20, 30, 40]) meter.line({ done: second, total: 1000, failed: 0 }, second * 1000);
    // 510 in the 20 s since the last call before the latest 15 s; 460 are left at 25.5 a second.
    expect(meter.line({ done: 540, total: 1000, failed: 0 }, 50_000)).toContain(', 26 a second, 19 s left');
  });
});

/** Costs are 1 to 9 in the first variation, and 10 to 100 in steps of ten in the second. */
const ASSERTS = [
  'cost/max <= 100',
  'cost/p95 < 50',
  'passed == 18 && failed == 2',
  'max(variations/*/cost/mean) < 60',
  'count(variations) == 2 && variations/1/failed == 1',
  'figures/fills/min == 4',
  'nobody/mean > 1',
  'cost/median',
];

describe('conditions of a sweep', () => {
  it('are evaluated over the runs that passed, of all and of each variation', proves('K136'), () => {
    expect(summarise().checks).toEqual([
      { assert: ASSERTS[0], failure: null },
      { assert: ASSERTS[1], failure: expect.stringMatching(/^cost\/p95 < 50 is false: [\d.]+ < 50$/) },
      { assert: ASSERTS[2], failure: null },
      { assert: ASSERTS[3], failure: null },
      { assert: ASSERTS[4], failure: null },
      { assert: ASSERTS[5], failure: null },
      { assert: ASSERTS[6], failure: 'nobody/mean > 1: ${nobody} was never saved' },
      { assert: ASSERTS[7], failure: expect.stringContaining('is neither true nor false') },
    ]);
  });

  it.each([
    ['portfolio.depot.max_drift_bps/p95 <= 1', 'figures/portfolio.depot.max_drift_bps/p95'],
    ['portfolio/depot/max_drift_bps <= 1', 'figures/portfolio.depot.max_drift_bps/p95'],
    ['cots/mean <= 1', 'cost'],
  ])('name the path of a figure that is written as in the report: %s', proves('K136'), (assert, meant) => {
    const [issue, ...others] = sweepConditionFaults(assert, ['cost']);
    expect([issue, others]).toEqual([expect.stringContaining(`(did you mean ${meant}?)`), []]);
  });

  it.each(['figures/portfolio.depot.max_drift_bps/p95 <= ', '1.5.2 <= cost/mean', 'cost.mean.p95 < 1'])(
    'name none for what is not such a figure: %s',
    (assert) => {
      expect(sweepConditionFaults(assert, ['cost']).join()).toMatch(/^is not a condition: (?!.*did you mean)/);
    },
  );

  it('are reported as text and as a page', proves('K136'), () => {
    const summary = summarise();
    expect(summaryText(summary).join('\n')).toContain(
      'checks over all passed runs:\n  holds   cost/max <= 100\n  FAILED  cost/p95 < 50 is false',
    );
    expect(summaryPage(summary)).toContain('<code>cost/max &lt;= 100</code></th><td class="good">holds</td>');
  });
});

function summarise(): SweepSummary {
  const { store, close } = makeResultStore(PLAN);
  closing.push(close);
  for (let index = 0; index < 20; index += 1) {
    const job = jobAt(PLAN, index, 'hash');
    const combination = index < 10 ? 0 : 1;
    const cost = job.input.seed * (combination === 0 ? 1 : 10);
    const figures = { 'measure.cost': cost, fills: 4, orders_expired: 0 };
    const failed = { status: 'failed', failure: '<b>no</b>\u001b[31m', figures: { 'measure.cost': 9999 } } as const;
    store.save(job, combination, makeResult(job.input.seed === 10 ? failed : { figures }));
  }
  return summariseSweep({
    store,
    plan: PLAN,
    file: 'a.yaml',
    name: 'A <i>scenario</i>',
    end: 'complete',
    asserts: ASSERTS,
    hasChecks: true,
    out: 'a.sweep',
    resumeCommand: 'on',
    replayLine: (seed, vary) => `play ${seed} ${JSON.stringify(vary)}`,
  });
}

function costs(figures: SweepSummary['over_all']['figures'] | undefined) {
  return figures?.find(({ name }) => name === 'measure.cost');
}
