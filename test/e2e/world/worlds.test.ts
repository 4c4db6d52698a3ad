/**
 * Worlds in the app (decision N7): created, forked, opened, compared, exported as a file, imported and ended.
 * @module-tag deep
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { newFolder, stopAll } from '../../support/start-ballast.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.show('/worlds');
  await app.page.getByRole('table', { name: 'Worlds of this service' }).waitFor();
});
afterAll(async () => {
  await app.close();
  await stopAll();
});

const row = (name: string) =>
  app.page.getByRole('table', { name: 'Worlds of this service' }).getByRole('row', { name });
const dialog = () => app.page.getByRole('dialog');

async function ask(path: string, body?: object): Promise<Record<string, unknown>> {
  const { controlUrl, adminToken } = app.ballast;
  const response = await fetch(`${controlUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}

/** The key and the token of the new world can be copied, and are nowhere on the page. */
async function expectMasked(): Promise<void> {
  for (const what of ['the API key', 'the admin token']) {
    const button = app.page.locator('main').getByRole('button', { name: `Copy ${what}` });
    expect((await button.innerText()).split(/:\s*/).at(-1)).toMatch(/^\s*••••\S{2}\s*$/);
  }
}

describe('the worlds of a service', () => {
  it('are created with a name and a seed, and their keys can be copied once', proves('N7', 'L137'), async () => {
    await app.page.getByRole('button', { name: 'New world…' }).click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Not a name');
    await dialog().getByRole('textbox', { name: 'Seed' }).fill('0x10');
    await dialog().getByRole('button', { name: 'Create world' }).click();
    await dialog().getByText('This is not a number.').waitFor();
    await dialog().getByRole('textbox', { name: 'Seed' }).fill('77');
    await dialog().getByRole('button', { name: 'Create world' }).click();
    await dialog().getByText('is not a name of 1 to 40 lower-case letters, digits and hyphens').waitFor();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('checkout-tests');
    await dialog().getByRole('button', { name: 'Create world' }).click();
    await row('checkout-tests').waitFor();
    await app.page.getByText('The world checkout-tests is ready.').waitFor();
    expect(await ask('/worlds/checkout-tests')).toMatchObject({ seed: 77 });
    await expectMasked();
    await app.page.getByRole('button', { name: 'I have copied the token' }).click();
  });

  it(
    'are forked without showing a key, and the point where the logs diverge is shown side by side',
    proves('N7', 'L137'),
    async () => {
      await row('default').getByRole('button', { name: 'Fork default' }).click();
      await dialog().getByRole('textbox', { name: 'Name' }).fill('what-if');
      await dialog().getByRole('button', { name: 'Fork world' }).click();
      await row('what-if').waitFor();
      await expectMasked();
      await app.page.getByRole('button', { name: 'I have copied the token' }).click();
      await row('what-if').getByRole('link', { name: 'Compare with what-if' }).click();
      const logs = app.page.getByRole('region', { name: 'Event logs' });
      await logs.getByText('Both worlds have the same history.').waitFor();
      const headers = { authorization: `Bearer ${app.ballast.adminToken}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ kind: 'jump', instruments: 'all', by_beta: true, size: -0.1 });
      const fork = app.ballast.controlUrl.replace('/sim', '/worlds/what-if/sim');
      await fetch(`${fork}/market/events`, { method: 'POST', headers, body });
      await fetch(`${fork}/clock/advance`, { method: 'POST', headers, body: '{"by":"2h","wait":true}' });
      await logs.getByText(/^diverge after/).waitFor();
      await logs.getByRole('region', { name: 'Log of what-if' }).getByText('market.').first().waitFor();
      await logs.getByText('Nothing has happened in this world since.').waitFor();
      const portfolios = app.page.getByRole('table', { name: 'Portfolios' });
      await portfolios.getByRole('columnheader', { name: 'Value, what-if' }).waitFor();
      await portfolios
        .getByText(/^[-−]\d/)
        .first()
        .waitFor();
      // The difference is also a share of the value in the first world.
      await portfolios.getByRole('columnheader', { name: 'Difference %' }).waitFor();
      const fallen = portfolios.locator('tbody tr').filter({ hasText: 'EU-Balanced-001' });
      const [value = '', , , share = ''] = (await fallen.locator('td, th').allInnerTexts()).slice(2);
      const number = (text: string) => Number(text.replace('\u2212', '-').replace(/[^\d.-]/g, ''));
      expect(Math.abs(number(share))).toBeGreaterThan(0.01);
      expect(number(value)).toBeGreaterThan(0);
      // A portfolio without targets has no drift, which is not a drift of 0.
      await portfolios.getByText('no targets').first().waitFor();
      expect(await accessibilityFaults(app.page)).toEqual([]);
    },
  );

  it('are shown in the app, each at its own address', proves('N7'), async () => {
    await app.page.getByRole('button', { name: 'World', exact: true }).click();
    await app.page.getByRole('menuitem', { name: 'Go to what-if' }).click();
    await app.page.getByRole('button', { name: 'World: what-if' }).waitFor();
    expect(new URL(app.page.url()).pathname).toMatch(/^\/worlds\/what-if\//);
    // Changing the query of an address does not leave its world.
    const filter = app.page.getByRole('textbox', { name: 'Filter portfolios' });
    await filter.fill('none');
    await app.page.waitForURL(/\/worlds\/what-if\/portfolios\?.*filter-portfolios=none/);
    await filter.fill('');
    const portfolios = app.page.getByRole('table', { name: 'Portfolios' });
    await portfolios.getByRole('link').first().click();
    await app.page.waitForURL(/\/worlds\/what-if\/portfolios\/pf_/);
    await app.page.reload();
    await app.page.getByRole('heading', { level: 1 }).waitFor();
    // Actions here affect this world alone.
    const before = await ask('/clock');
    await app.page.keyboard.press('n');
    await app.page.waitForFunction(() => document.title !== '');
    expect(await ask('/clock')).toEqual(before);
    await app.page.getByRole('button', { name: 'World: what-if' }).click();
    await app.page.getByRole('menuitem', { name: 'Worlds' }).click();
    await row('what-if').getByText('shown here').waitFor();
  });

  it('are exported as a file, imported from it, and another file is refused', proves('N7'), async () => {
    const [download] = await Promise.all([
      app.page.waitForEvent('download'),
      row('what-if').getByRole('link', { name: 'Export what-if' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('what-if.ballast-world.zip');
    const folder = newFolder();
    const file = join(folder, 'what-if.zip');
    await download.saveAs(file);
    const wrong = join(folder, 'wrong.zip');
    writeFileSync(wrong, 'no archive');
    await app.page.getByRole('button', { name: 'Import a world…' }).click();
    await dialog().getByLabel('Exported world (.zip)').setInputFiles(wrong);
    await dialog().getByRole('button', { name: 'Import world' }).click();
    await dialog()
      .getByText(/it is not a zip archive/)
      .waitFor();
    await dialog().getByLabel('Exported world (.zip)').setInputFiles(file);
    await dialog().getByRole('textbox', { name: 'Name' }).fill('brought-back');
    await dialog().getByRole('button', { name: 'Import world' }).click();
    await row('brought-back').waitFor();
    const details = await Promise.all(['what-if', 'brought-back'].map((name) => ask(`/worlds/${name}`)));
    expect(details[1]?.head).toBe(details[0]?.head);
    await app.page.getByRole('button', { name: 'I have copied the token' }).click();
  });

  it('are ended after a confirmation, and the app leaves the one that it shows', proves('N7'), async () => {
    await row('brought-back').getByRole('button', { name: 'End brought-back' }).click();
    await dialog().getByText('From now on, its clients get the error “not found”.').waitFor();
    await dialog().getByRole('button', { name: 'Yes, end it' }).click();
    await row('brought-back').waitFor({ state: 'detached' });
    await row('what-if').getByRole('button', { name: 'End what-if' }).click();
    await dialog().getByText('The app switches to the first world.').waitFor();
    await dialog().getByRole('button', { name: 'Yes, end it' }).click();
    await app.page.getByRole('button', { name: 'World', exact: true }).waitFor();
    expect(new URL(app.page.url()).pathname).not.toContain('what-if');
    expect(app.complaints).toEqual([]);
  });
});

describe('a stored world that cannot be opened', () => {
  it('is shown with its reason, and its files are deleted after a confirmation', proves('N3.4'), async () => {
    const dataDir = newFolder();
    const broken = join(dataDir, 'worlds/broken');
    mkdirSync(broken, { recursive: true });
    writeFileSync(join(broken, 'world.json'), '{');
    const other = await openApp({ dataDir });
    try {
      const { page } = other;
      await page.goto(other.at('/worlds'));
      await page.getByText('The stored world broken could not be opened.').waitFor();
      await page.getByText('its world.json is missing or damaged').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Delete files of broken' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete them' }).click();
      await page.getByText('The stored world broken could not be opened.').waitFor({ state: 'detached' });
      expect(existsSync(broken)).toBe(false);
      expect(other.complaints).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

describe('the browser’s memory of a world', () => {
  it('is not shown in its fork, whose portfolios have the same ids', proves('N7'), async () => {
    await ask('/worlds', { name: 'copy', fork_of: 'default' });
    const { portfolios } = (await ask('/portfolios')) as { portfolios: { portfolio_id: string }[] };
    const edit = `/portfolios/${portfolios[0]?.portfolio_id}/edit`;
    await app.show(edit);
    const weight = app.page.getByLabel(/^Target weight of \w+ in per cent$/).first();
    const before = await weight.inputValue();
    await weight.fill('1.23');
    const unsaved = app.page.getByText(/^Unsaved changes from/);
    await app.show(edit);
    await unsaved.waitFor();
    await app.page.goto(app.at(`/worlds/copy${edit}`));
    await weight.waitFor();
    expect(await weight.inputValue()).toBe(before);
    expect(await unsaved.count()).toBe(0);
    await app.page.goto(app.at(edit));
    await unsaved.waitFor();
    await app.page.getByRole('button', { name: 'Discard' }).first().click();
    const { controlUrl, adminToken } = app.ballast;
    await fetch(`${controlUrl}/worlds/copy`, { method: 'DELETE', headers: { authorization: `Bearer ${adminToken}` } });
  });
});
