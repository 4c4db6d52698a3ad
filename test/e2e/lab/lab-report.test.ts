/**
 * The report of a lab run on paper: no empty page, nothing cut, no name over another, and the conclusion at the end.
 * @module-tag deep
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labRun, labRunFacts } from '../../../src-server/contract/control/lab/lab-runs.ts';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { showOnPaper } from '../../support/page/paper.ts';
import { textPiecesByPage } from '../../support/page/pdf-pages.ts';
import { untilEnded } from '../../support/until-over.ts';

/** A4 less the margins of the page, at 96 pixels an inch. */
const PAPER = { width: Math.floor(((210 - 24) / 25.4) * 96), height: Math.floor(((297 - 28) / 25.4) * 96) };
const BANDS = [0.05, 0.051, 0.052, 0.053, 0.06, 0.1];

let app: OpenApp;
let page: Page;

beforeAll(async () => {
  app = await openApp();
  await app.show(`/lab/${await playedRun()}`);
  const opened = app.page.waitForEvent('popup');
  await app.page.getByRole('link', { name: 'Report to print' }).click();
  page = await opened;
  await page.getByRole('heading', { name: 'Conclusion' }).waitFor();
  await page.setViewportSize(PAPER);
  await showOnPaper(page);
});
afterAll(() => app.close());

/** Eight policies, some of which have nearly the same results. */
async function playedRun(): Promise<string> {
  const { portfolios } = (await ask('GET', '/portfolios')) as { portfolios: { portfolio_id: string; label: string }[] };
  const bands = BANDS.map((threshold) => ({ name: `Band of ${threshold * 100} %`, when: [{ drift: { threshold } }] }));
  const { lab_run_id: id } = labRunFacts.parse(
    await ask('POST', '/lab-runs', {
      portfolios: portfolios.filter(({ label }) => label === 'EU-Balanced-001').map(({ portfolio_id: each }) => each),
      policies: [{ name: 'Hold' }, { name: 'A yearly rebalance with a very long name', when: YEARLY }, ...bands],
      to: '2028-03-02T00:00:00Z',
      paths: { seeds: '1..6' },
    }),
  );
  await untilEnded(async () => labRun.parse(await ask('GET', `/lab-runs/${id}`)));
  return id;
}

const YEARLY = [{ calendar: { every: 'year' } }];

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const { controlUrl, adminToken } = app.ballast;
  const response = await fetch(`${controlUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

describe('a printed report', () => {
  it('has text on each of its pages, most of all on the first', proves('P8.3'), async () => {
    const pieces = textPiecesByPage(await page.pdf({ preferCSSPageSize: true }));
    expect(pieces.length).toBeGreaterThan(1);
    expect(Math.min(...pieces)).toBeGreaterThan(10);
    expect(pieces[0]).toBeGreaterThan(100);
  });

  it('cuts no table at the side of the page, nor a row or a short table at its end', proves('P8.3'), async () => {
    const tables = await page.locator('.wide').evaluateAll((all) =>
      all.map((each) => ({
        excess: (each.firstElementChild?.scrollWidth ?? 0) - each.clientWidth,
        right: each.getBoundingClientRect().right,
        height: each.getBoundingClientRect().height,
        breaks: [each, ...each.querySelectorAll('tr')].map((part) => getComputedStyle(part).breakInside),
      })),
    );
    expect(tables).toHaveLength(3);
    for (const { excess, right, height, breaks } of tables) {
      expect(excess).toBeLessThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(PAPER.width);
      expect(height).toBeLessThan(PAPER.height);
      expect(new Set(breaks)).toEqual(new Set(['avoid']));
    }
  });

  it('has no text of a chart over another, and none beyond its chart', proves('P8.3'), async () => {
    const charts = await page.locator('svg').evaluateAll((all) =>
      all.map((chart) => {
        const frame = chart.getBoundingClientRect();
        const texts = [...chart.querySelectorAll('text')].map((text) => ({
          name: text.textContent,
          box: text.getBoundingClientRect(),
        }));
        const beyond = texts.filter(({ box }) => box.right > frame.right + 1 || box.left < frame.left - 1);
        const over = texts.flatMap((one, index) =>
          texts
            .slice(index + 1)
            .filter(
              ({ box }) =>
                box.left < one.box.right - 1 &&
                box.right > one.box.left + 1 &&
                box.top < one.box.bottom - 2 &&
                box.bottom > one.box.top + 2,
            )
            .map((other) => `${one.name} over ${other.name}`),
        );
        return [...beyond.map(({ name }) => `${name} beyond the chart`), ...over];
      }),
    );
    expect(charts.flat()).toEqual([]);
    expect(charts.length).toBe(9);
  });

  it(
    'ends with the conclusion, and says at its beginning that prices have no trend',
    proves('P8.2', 'P8.4'),
    async () => {
      const last = page.locator('main > section').last();
      expect(await last.locator('h2').innerText()).toBe('Conclusion');
      expect(await last.innerText()).toMatch(
        /the policies that no other policy beats in both are|both the least drift and the lowest costs/,
      );
      expect(await page.locator('header').innerText()).toContain('In short: ');
      expect(await page.locator('header').innerText()).toContain('Simulated prices have no trend');
      expect(await page.locator('header').innerText()).toContain('tax on realised gains paid');
    },
  );
});
