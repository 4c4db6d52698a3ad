/**
 * An analyst's journey: a scenario is swept over seeds and values, the spread is read, and the worst run is opened
 * separately.
 * @module-tag deep
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { DEPOT } from '../../scenario/library/depot-world.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { newFolder, stopAll } from '../../support/start-ballast.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

const FILES = {
  'half.yaml': `name: Half is sold
variables: { band: 0.01 }
${DEPOT}steps:
  - request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '\${depot}', drift_threshold: '\${band}' }, save: { plan: /rebalance_id } }
  - request: { form: B, method: POST, path: '/rebalance/\${plan}/execute', body: { confirm: true } }
  - until: { rebalance: '\${plan}' }
`,
  'wrong.yaml': `name: Expected wrongly\n${DEPOT}steps:\n  - request: { form: B, method: GET, path: '/portfolios/\${depot}' }\n    expect: { body: { /currency: CHF } }\n`,
  'checked.yaml': `name: Checked together
steps:
  - request: { form: B, method: GET, path: /prices/DE0007164600, save: { mid: /prices/0/mid_eur } }
  - if: mid > 10000
    print: expensive
measures: { mid: '\${mid}' }
sweep: { assert: ['mid/p95 < 1000', 'mid/max - mid/min > 1000'] }
`,
  'long.yaml': 'name: A long time\nworld: {}\nsteps:\n  - repeat: { times: 100000, steps: [{ advance: 1d }] }\n',
};

let app: OpenApp;

beforeAll(async () => {
  const folder = newFolder();
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text);
  app = await openApp({ scenarios: folder });
  await app.page.setViewportSize({ width: 1280, height: 720 });
});
afterAll(async () => {
  await app.close();
  await stopAll();
});

const status = (label: string) => app.page.locator('[data-page-header] [data-badge]', { hasText: label });
const button = (name: string) => app.page.getByRole('button', { name, exact: true });
const table = (name: string) => app.page.getByRole('table', { name });
const query = () => new URL(app.page.url()).searchParams;

const value = () => app.page.getByRole('combobox', { name: 'Value 1', exact: true });
const values = () => app.page.getByRole('textbox', { name: 'What value 1 takes' });

async function sweep(file: string, seeds: number, varied = ''): Promise<void> {
  await app.page.goto(app.at(`/scenarios/${file}?dialog=sweep`));
  await app.page.getByRole('textbox', { name: 'Seeds' }).fill(String(seeds));
  if (varied !== '') {
    await value().fill('band');
    await app.page.getByRole('option', { name: 'band – 0.01' }).click();
    await values().fill(varied);
  }
  await button('Sweep').click();
  await app.page.getByRole('heading', { level: 1, name: /^Sweep of / }).waitFor();
}

describe('a sweep', () => {
  it('is refused at the invalid field, and begins nothing', proves('K87'), async () => {
    await app.page.goto(app.at('/scenarios/half.yaml?dialog=sweep'));
    await values().fill('1, 2');
    await app.page.getByText('Choose the value to vary.').waitFor();
    expect(await button('Sweep').isDisabled()).toBe(true);
    await value().fill('/nobody/there');
    await app.page.getByRole('option', { name: '/nobody/there' }).click();
    await app.page.getByText('200 jobs, each in a separate world.').waitFor();
    await button('Sweep').click();
    await app.page.getByText(/Leads to a scenario that cannot be run: .*nobody/).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('shows which conditions hold in all runs', { ...proves('K136'), tags: ['deep'] }, async () => {
    await sweep('checked.yaml', 3);
    await status('complete').waitFor();
    const rows = table('Conditions of all runs').getByRole('row');
    await rows.filter({ hasText: 'mid/p95 < 1000' }).getByText('passed').waitFor();
    await rows
      .filter({ hasText: /mid\/max - mid\/min > 1000 is false/ })
      .getByText('failed')
      .waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('offers the values of the file by their names', { tags: ['deep'] }, async () => {
    await app.page.goto(app.at('/scenarios/half.yaml?dialog=sweep'));
    await value().fill('cash');
    await app.page.getByRole('option', { name: "portfolio 'depot' cash – 1000" }).click();
    expect(await values().getAttribute('placeholder')).toContain('now 1000');
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await button('Vary another value').click();
    await app.page.getByRole('combobox', { name: 'Value 2' }).fill('cash');
    await app.page.getByText('The file has no such value.').waitFor();
  });

  it('shows the spread of a figure, as bars and as exact counts', proves('K87', 'K88'), async () => {
    await sweep('half.yaml', 6, '0.01, 0.02');
    await status('complete').waitFor();
    await app.page.getByRole('region', { name: 'Progress' }).getByText('12 of 12').waitFor();
    expect(query().get('id')).toMatch(/^sw_\d$/);
    await app.page.getByRole('figure', { name: 'Costs total (EUR): runs by value' }).locator('path').first().waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByText('Table', { exact: true }).click();
    const counts = await table('Runs by value').locator('tbody tr td:nth-child(2)').allInnerTexts();
    expect(counts.reduce((sum, text) => sum + Number(text), 0)).toBe(12);
    expect(await table('Varied values').locator('tbody tr').count()).toBe(2);
  });

  it('shows another figure when it is chosen, and retains it in the address', {
    ...proves('K88'),
    tags: ['deep'],
  }, async () => {
    const rows = table('Figures of the sweep').locator('tbody tr');
    await rows.filter({ hasText: 'Costs spread' }).focus();
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('heading', { level: 2, name: 'Costs spread (EUR)' }).waitFor();
    expect(query().get('figure')).toBe('costs_spread_eur_minor');
    await app.page.reload();
    await app.page.getByRole('heading', { level: 2, name: 'Costs spread (EUR)' }).waitFor();
  });

  it('leads from its worst run to that run alone, and back', { ...proves('K88'), tags: ['deep'] }, async () => {
    const worst = table('Runs with the highest values').locator('tbody tr').first();
    const [seed, , , , varied] = await worst.locator('td').allInnerTexts();
    await app.page
      .getByRole('button', { name: `Run this seed ${seed}`, exact: true })
      .first()
      .click();
    await app.page.getByRole('heading', { level: 1, name: 'Half is sold' }).waitFor();
    await status('passed').waitFor();
    await app.page.getByText(`--seed ${seed} --vary ${varied}`).waitFor();
    await app.page.getByRole('link', { name: 'Latest sweep' }).click();
    await status('complete').waitFor();
  });

  it('that fails shows why, each with the way to open it', { ...proves('K88'), tags: ['deep'] }, async () => {
    await sweep('wrong.yaml', 2);
    await app.page.getByText('No run has passed.').waitFor();
    const failures = table('Runs that failed').locator('tbody tr');
    expect(await failures.count()).toBe(2);
    expect(await failures.first().innerText()).toMatch(/\/currency.*CHF.*EUR/s);
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });
});

describe('a long sweep', () => {
  it('shows its progress, continues after leaving the screen, and is stopped by a button', {
    ...proves('K89'),
    tags: ['deep'],
  }, async () => {
    await sweep('long.yaml', 3);
    await app.page.getByRole('progressbar', { name: 'Progress of the sweep' }).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.goto(app.at('/portfolios'));
    await app.page.getByRole('table', { name: 'Portfolios' }).waitFor();
    await app.page.goto(app.at('/scenarios/long.yaml/sweep'));
    await status('running').waitFor();
    await button('Stop').click();
    await status('stopped').waitFor();
    await app.page.getByRole('progressbar', { name: 'Progress of the sweep' }).waitFor({ state: 'detached' });
  });
});

describe('a missing sweep', () => {
  it('is reported calmly: a scenario that was not swept, a sweep that is not stored', {
    ...proves('K88'),
    tags: ['deep'],
  }, async () => {
    await app.page.goto(app.at('/scenarios/nothing.yaml/sweep'));
    await app.page.getByText(/^No sweep of nothing.yaml has been run/).waitFor();
    await app.page.goto(app.at('/scenarios/half.yaml/sweep?id=sw_99'));
    await app.page.getByText('This sweep no longer exists').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
