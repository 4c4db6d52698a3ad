/**
 * An analyst goes back in time: along the timeline of a run to a failure, along that of the world, and from run to run.
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

const REBALANCE = `  - request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '\${depot}' }, save: { plan: /rebalance_id } }
  - request: { form: B, method: POST, path: '/rebalance/\${plan}/execute', body: { confirm: true } }
`;
const FILES = {
  'trade.yaml': `name: A sound trade\nseed: 5\n${DEPOT}steps:\n${REBALANCE}  - until: { rebalance: '\${plan}' }\n`,
  'trade.golden.ndjson': `{"at":1772443800000,"data":{"rules":"off","seed":5},"hash":"${'0'.repeat(64)}","seq":1,"type":"world.created"}\n`,
  'refused.yaml': `name: Refused\nseed: 5\n${DEPOT}steps:\n  - fault: { kind: reject_orders, exchange: XETR }\n${REBALANCE}  - until: { rebalance: '\${plan}', status: complete }\n`,
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

const line = () => app.page.getByRole('slider', { name: 'Log entry' });
const chosen = () => app.page.getByRole('listbox', { name: 'Event log' }).getByRole('option', { selected: true });

async function run(file: string): Promise<void> {
  await app.show(`/scenarios/${file}`);
  await app.page.getByRole('button', { name: 'Run', exact: true }).click();
  await app.page.locator('[data-page-header] [data-badge]', { hasText: 'failed' }).waitFor();
}

describe('the timeline of a run', () => {
  it('is reached from the failed step, and shows the world at that time', { tags: ['deep'] }, async () => {
    await run('refused.yaml');
    await app.page.getByRole('link', { name: 'See the world at that entry' }).first().click();
    await app.page.getByRole('heading', { level: 1, name: 'Timeline of Refused' }).waitFor();
    const last = await line().getAttribute('aria-valuemax');
    expect(await line().getAttribute('aria-valuenow')).toBe(last);
    await app.page
      .getByRole('region', { name: `Log entry ${last}` })
      .getByText('rebalance.failed')
      .waitFor();
    await app.page.getByText(/Active faults: reject orders XETR/).waitFor();
    await app.page.getByRole('table', { name: 'Portfolios at this entry' }).getByText('depot').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('is moved along by keys alone, one by one, to the ends, and from failure to failure', {
    tags: ['deep'],
  }, async () => {
    await line().focus();
    await app.page.keyboard.press('Home');
    await chosen().getByText('world.created').waitFor();
    await app.page.waitForURL(/[?&]event=1(?:&|$)/);
    await app.page.keyboard.press('ArrowRight');
    await app.page.keyboard.press('ArrowRight');
    await chosen().getByText('portfolio.created').waitFor();
    expect(await line().getAttribute('aria-valuenow')).toBe('3');
    await app.page.keyboard.press('Control+ArrowRight');
    await chosen().getByText('order.rejected').waitFor();
    const orders = app.page.getByRole('table', { name: /^Orders then of rb_/ });
    await orders.locator('[data-changed]', { hasText: 'rejected' }).waitFor();
    await app.page.keyboard.press('PageUp');
    const there = (await line().getAttribute('aria-valuenow')) ?? '';
    await app.page.waitForURL(new RegExp(`[?&]event=${there}(?:&|$)`));
    await app.page.reload();
    await chosen().waitFor();
    expect(await line().getAttribute('aria-valuenow')).toBe(there);
  });

  it('is dragged with the pointer, and drawn entry by entry when wanted', { tags: ['deep'] }, async () => {
    await app.page.getByText('by entry', { exact: true }).click();
    await app.page.getByRole('heading', { name: 'Entry by entry' }).waitFor();
    const box = await line().boundingBox();
    if (box === null) throw new Error('the line is not drawn');
    await app.page.mouse.move(box.x + 2, box.y + 5);
    await app.page.mouse.down();
    await chosen().getByText('world.created').waitFor();
    await app.page.mouse.move(box.x + box.width - 1, box.y + 5, { steps: 5 });
    await app.page.mouse.up();
    await chosen().getByText('rebalance.failed').waitFor();
    expect(new URL(app.page.url()).searchParams.get('over')).toBe('events');
  });

  it('is zoomed by keys, by the wheel and by a drag along its axis, and shows everything again', {
    tags: ['deep'],
  }, async () => {
    await app.page.getByText('by time', { exact: true }).click();
    await app.page.getByRole('heading', { name: 'Virtual time' }).waitFor();
    const reset = app.page.getByRole('button', { name: 'Reset zoom (0)' });
    const box = () => app.page.locator('[role=slider] svg').getAttribute('viewBox');
    const whole = await box();
    await line().focus();
    await line().press('+');
    await expect.poll(box).not.toBe(whole);
    await line().press('Shift+ArrowLeft');
    await line().press('0');
    await expect.poll(box).toBe(whole);
    const place = await line().boundingBox();
    if (place === null) throw new Error('the line is not drawn');
    await app.page.mouse.move(place.x + place.width / 2, place.y + 10);
    await app.page.mouse.wheel(0, -100);
    await expect.poll(box).not.toBe(whole);
    await reset.click();
    await expect.poll(box).toBe(whole);
    const axisY = place.y + place.height + 10;
    await app.page.mouse.move(place.x + place.width / 4, axisY);
    await app.page.mouse.down();
    await app.page.mouse.move(place.x + place.width / 2, axisY, { steps: 3 });
    await app.page.mouse.up();
    // A quarter of 1 200 columns from the 300th on.
    await expect
      .poll(async () => (await box())?.split(' ').map((number) => Math.round(Number(number) / 10))[2])
      .toBe(30);
    // The view follows the chosen entry.
    await line().press('Home');
    await expect.poll(async () => (await box())?.split(' ')[0]).toBe('0');
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.mouse.dblclick(place.x + place.width / 2, axisY);
    await expect.poll(box).toBe(whole);
  });

  it('highlights the changes of a fill', { tags: ['deep'] }, async () => {
    await run('trade.yaml');
    await app.page.getByRole('main').getByRole('link', { name: 'Timeline' }).click();
    const fill = app.page
      .getByRole('listbox', { name: 'Event log' })
      .getByRole('option')
      .filter({ hasText: 'order.filled' });
    await fill.first().click();
    const holdings = app.page.getByRole('table', { name: 'Holdings at this entry' });
    await holdings.locator('[data-changed]').first().waitFor();
    await app.page.getByRole('table', { name: 'Portfolios at this entry' }).locator('[data-changed]').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });
});

describe('the timeline of the world', () => {
  it('is reached from the sidebar, follows new events, and pauses where the user looks', {
    tags: ['deep'],
  }, async () => {
    await app.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Timeline' }).click();
    await app.page.getByRole('heading', { level: 1, name: 'Timeline of the world' }).waitFor();
    const before = Number(await line().getAttribute('aria-valuemax'));
    const [portfolio] = (await control('/portfolios')).portfolios;
    await control(`/portfolios/${portfolio?.portfolio_id}/cash`, { amount: 4321 });
    await app.page
      .getByRole('region', { name: `Log entry ${before + 1}` })
      .getByText('portfolio.cash_set')
      .waitFor();
    await app.page.locator('[data-changed]', { hasText: '4\u202f321.00' }).waitFor();
    await line().press('Home');
    await control(`/portfolios/${portfolio?.portfolio_id}/cash`, { amount: 9 });
    await app.page.locator(`[role=slider][aria-valuemax="${before + 2}"]`).waitFor();
    expect(await line().getAttribute('aria-valuenow')).toBe('1');
  });
});

describe('two logs side by side', () => {
  it('are a run and its golden log, from the notice that they differ', { tags: ['deep'] }, async () => {
    await app.show('/scenarios/trade.yaml');
    await app.page.getByRole('link', { name: 'See both logs side by side' }).click();
    await app.page.getByText('Different heads: log entry 1 differs.').waitFor();
    const fields = app.page.getByRole('table', { name: 'Fields of both log entries' });
    expect((await fields.locator('tr[data-differs]').innerText()).split(/\s+/)).toEqual([
      '/data/rules',
      '"off"',
      '"warn"',
    ]);
    await app.page
      .getByRole('table', { name: /^Both logs/ })
      .getByText('webhook.registered')
      .waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('are two runs, which are chosen, with figures, also in per cent, and curves', {
    ...proves('L137'),
    tags: ['deep'],
  }, async () => {
    await app.page.getByRole('combobox', { name: 'First' }).click();
    await app.page.getByRole('option', { name: /refused\.yaml/ }).click();
    await app.page.getByText(/^Different heads: log entry \d+ differs\.$/).waitFor();
    const figures = app.page.getByRole('table', { name: 'Figures of both' });
    await figures.getByText('NAV of depot').waitFor();
    await figures.getByRole('columnheader', { name: 'Difference %' }).waitFor();
    const [, first = '', second = '', , share = ''] = await figures
      .locator('tbody tr')
      .filter({ hasText: 'Costs' })
      .locator('td, th')
      .allInnerTexts();
    const number = (text: string) => Number(text.replace('\u2212', '-').replace(/[^\d.-]/g, ''));
    // A cost that the first did not have has no share; else it is (second − first) ÷ first.
    if (number(first) === 0) expect(share).toBe('–');
    else expect(number(share)).toBeCloseTo((number(second) / number(first) - 1) * 100, 1);
    await app.page.getByRole('figure', { name: 'Value (EUR) over virtual time' }).getByText('depot, second').waitFor();
    await app.page.getByRole('table', { name: 'Figures that differ' }).getByText('rebalance 1').waitFor();
    expect(new URL(app.page.url()).searchParams.get('a')).toBe('sr_1');
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });
});

describe('a missing run', () => {
  it('is reported calmly: a run that is not stored, and an address without one', { tags: ['deep'] }, async () => {
    await app.page.goto(app.at('/scenarios/trade.yaml/timeline?run=sr_99'));
    await app.page.getByText('This run no longer exists').waitFor();
    await app.page.goto(app.at('/scenarios/trade.yaml/timeline'));
    await app.page.getByText('The address does not name a run.').waitFor();
    await app.page.goto(app.at('/scenarios/compare'));
    await app.page.getByText('Choose two runs.').waitFor();
    await app.page.goto(app.at('/scenarios/compare?a=sr_98&b=sr_99'));
    await app.page.getByRole('alert').getByText('There is no run sr_99.').waitFor();
    expect(app.complaints).toEqual([]);
  });
});

async function control(path: string, body?: object): Promise<{ portfolios: { portfolio_id: string }[] }> {
  const response = await app.page.request.fetch(`${app.ballast.controlUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${app.ballast.adminToken}` },
    ...(body === undefined ? {} : { data: body }),
  });
  return response.json();
}
