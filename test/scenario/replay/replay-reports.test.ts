/**
 * Tests the reports of a replay for machines and people: JSON by its schema, JUnit, and a page that a real browser
 * opens.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replayReport } from '../../../src-server/contract/control/scenarios/replay-report.ts';
import { replayReportJsonSchema } from '../../../src-server/contract/scenario/scenario-schema.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';
import { launchChromium, PAGE_PATIENCE_MS } from '../../support/page/chromium.ts';
import { fixture, removeReplayFolders, replay, replayFolder } from '../../support/replay.ts';

let browser: Browser;
let folder: string;
let files: readonly string[];

beforeAll(async () => {
  browser = await launchChromium();
  folder = replayFolder();
  const wrong = join(folder, 'wrong <b>&.yaml');
  const text = readFileSync(fixture('exchanges/exchange-down'), 'utf8').replace(
    'rebalance.failed, count: 1',
    'rebalance.failed, count: 2',
  );
  writeFileSync(wrong, text.replace('name: Exchange down', 'name: <script>alert(1)</script> ]]> Exchange down'));
  const golden = readFileSync(fixture('exchanges/exchange-down').replace('.yaml', '.golden.ndjson'), 'utf8');
  writeFileSync(wrong.replace('.yaml', '.golden.ndjson'), golden.replace('"side":"buy"', '"side":"hold"'));
  files = [fixture('rebalancing/first-rebalance'), wrong];
});

afterAll(async () => {
  await browser.close();
  removeReplayFolders();
});

describe('the page', () => {
  it(
    'shows verdicts, failures, figures and charts in a browser, and sends no request anywhere',
    proves('K42'),
    async () => {
      const html = join(folder, 'report.html');
      await replay(files, { html, workers: 0 });
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, complaints, requests } = await open(pathToFileURL(html).href, colorScheme);
        expect(await page.locator('tbody tr').first().innerText()).toMatch(/passed\s+First rebalance\s+13\s+30\s+same/);
        expect(await page.locator('#scenario-2 .failure').first().innerText()).toContain('expected 2, got 1');
        expect(await page.locator('#scenario-2').innerText()).toContain('golden log: event 4 differs');
        // The charts of the scenario that passed are drawn when its section is opened.
        expect(await page.locator('#scenario-1 canvas').count()).toBe(0);
        await page.getByRole('link', { name: 'First rebalance' }).click();
        await page.locator('#scenario-1 canvas').nth(4).waitFor();
        expect(await page.locator('#scenario-1 figure').allInnerTexts()).toEqual([
          expect.stringContaining('Value, EUR'),
          expect.stringContaining('Drift and its band, %'),
          expect.stringContaining('Costs so far, EUR'),
          expect.stringContaining('Fills so far'),
          expect.stringContaining('Delivery attempts so far'),
        ]);
        expect(await inked(page)).toEqual(Array(5).fill(true));
        expect(await page.locator('#scenario-1').innerText()).toMatch(/Cash\s+4,695\.87/);
        expect([complaints, requests]).toEqual([[], [pathToFileURL(html).href]]);
        await page.context().close();
      }
    },
  );
});

describe('JUnit XML', () => {
  it('is well-formed, counts its cases and has for each failure the text and the command', proves('K42'), async () => {
    const junit = join(folder, 'junit.xml');
    await replay(files, { junit, workers: 0 });
    const { page } = await open('about:blank', 'light');
    const read = await page.evaluate(
      (xml) => {
        const document = new DOMParser().parseFromString(xml, 'application/xml');
        const suites = [...document.querySelectorAll('testsuite')].map((suite) => ({
          name: suite.getAttribute('name'),
          stated: ['tests', 'failures'].map((name) => Number(suite.getAttribute(name))),
          found: [suite.querySelectorAll('testcase').length, suite.querySelectorAll('failure').length],
          failures: [...suite.querySelectorAll('failure')].map((failure) => failure.textContent),
          out: suite.querySelector('system-out')?.textContent ?? null,
          timed: [...suite.querySelectorAll('testcase')].every((test) => Number(test.getAttribute('time')) >= 0),
        }));
        const root = document.documentElement;
        return {
          root: root.tagName,
          total: ['tests', 'failures'].map((name) => Number(root.getAttribute(name))),
          suites,
        };
      },
      readFileSync(junit, 'utf8'),
    );
    expect(read.root).toBe('testsuites');
    const [good, wrong] = read.suites;
    expect(good).toMatchObject({ name: 'First rebalance', stated: [14, 0], found: [14, 0], out: null, timed: true });
    expect(wrong?.name).toContain('<script>alert(1)</script> ]]> Exchange down');
    expect([wrong?.stated, wrong?.found]).toEqual([
      [14, 2],
      [14, 2],
    ]);
    expect(wrong?.failures[0]).toMatch(/^expected 2, got 1\nat .*wrong <b>&\.yaml:\d+:5$/);
    expect(wrong?.failures[1]).toContain('event 4 differs');
    expect(wrong?.out).toMatch(/again: npx ballast replay ".*wrong <b>&\.yaml" --seed 7/);
    expect(read.total).toEqual([28, 2]);
    await page.context().close();
  });
});

describe('the JSON report', () => {
  it('matches its schema, which is up to date next to the documentation', proves('K42'), async () => {
    const { lines } = await replay(files, { json: true, workers: 0 });
    expect(lines).toHaveLength(1);
    const report = replayReport.parse(JSON.parse(lines[0] ?? ''));
    const [good, wrong] = report.scenarios;
    expect(good).toMatchObject({ passed: true, golden: 'same', figures: { fills: 12, rebalances: { complete: 1 } } });
    expect(wrong).toMatchObject({
      passed: false,
      golden: 'differs',
      divergences: [{ log: 'golden log', event: 4, cause: expect.stringContaining('the request of step 1') }],
    });
    const written = readFileSync(join(packageRoot(), 'docs/replay-report.schema.json'), 'utf8');
    expect(JSON.parse(written)).toEqual(replayReportJsonSchema());
  });
});

async function open(url: string, colorScheme: 'light' | 'dark') {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(PAGE_PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(url);
  return { page, complaints, requests };
}

/** Whether anything is drawn on each open chart. */
function inked(page: Page): Promise<boolean[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('#scenario-1 canvas')].map((canvas) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return pixels.some((value) => value > 0);
    }),
  );
}
