/**
 * An analyst's journey: actions in the app are recorded, read as a scenario, saved beside the library that comes with
 * Ballast, as `npm start` has it, and the scenario ends at the same head.
 * @module-tag deep
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { newFolder, stopAll } from '../../support/start-ballast.ts';
import { accessibilityFaults } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;
let folder: string;

beforeAll(async () => {
  folder = newFolder();
  mkdirSync(join(folder, 'days'));
  writeFileSync(join(folder, 'one.yaml'), 'name: One step\nworld: {}\nsteps:\n  - advance: 1m\n');
  app = await openApp({ ownScenarios: folder });
  await app.page.setViewportSize({ width: 1280, height: 720 });
});
afterAll(async () => {
  await app.close();
  await stopAll();
});

const badge = () => app.page.locator('header a[href^="/scenarios/record"]');
const button = (name: string) => app.page.getByRole('button', { name, exact: true });

async function fromPalette(searchText: string): Promise<void> {
  await app.page.keyboard.press('Control+k');
  await app.page.getByRole('combobox', { name: 'Find anything' }).fill(searchText);
  await app.page.getByRole('option', { name: searchText }).first().waitFor();
  await app.page.keyboard.press('Enter');
}

describe('a recording', () => {
  it('is started from the keyboard, and the top bar of every screen says so', proves('K86'), async () => {
    await app.page.goto(app.at('/portfolios'));
    await app.page.getByRole('table', { name: 'Portfolios' }).waitFor();
    expect(await badge().count()).toBe(0);
    await fromPalette('Start recording');
    await app.page.getByRole('textbox', { name: 'Name' }).fill('Monday, after lunch');
    await app.page.keyboard.press('Enter');
    await badge().filter({ hasText: '0' }).waitFor();
    await app.page.getByRole('region', { name: 'Recording Monday, after lunch' }).waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.goto(app.at('/market/exchanges'));
    await badge().waitFor();
  });

  it('counts the actions, and leaves room in the top bar for every status indicator', proves('K86'), async () => {
    await fromPalette('Set a market fault');
    await button('Set the fault').click();
    await badge().filter({ hasText: '1' }).waitFor();
    await app.page.locator('[data-active-faults]').waitFor();
    const bar = app.page.getByRole('banner');
    expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  });

  it('is stopped from the keyboard and shown as a scenario that can be saved', proves('K86'), async () => {
    await fromPalette('Stop recording');
    await app.page.getByText('name: Monday, after lunch').waitFor();
    expect(new URL(app.page.url()).searchParams.get('recording')).toBe('recording-1');
    await badge().waitFor({ state: 'detached' });
    const [download] = await Promise.all([
      app.page.waitForEvent('download'),
      app.page.getByRole('link', { name: 'Scenario', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('monday-after-lunch.ballast.yaml');
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toContain('monday-after-lunch.ballast.start.db');
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('is highlighted with line numbers, folded, and searched with the keyboard', { tags: ['deep'] }, async () => {
    const code = app.page.getByRole('textbox', { name: 'Text of the scenario' });
    await code.focus();
    await app.page.keyboard.press('Control+f');
    await app.page.getByRole('textbox', { name: 'Find' }).pressSequentially('AFTER lunch');
    await app.page.locator('.cm-searchMatch').first().waitFor();
    await app.page.keyboard.press('Enter');
    await app.page.locator('.cm-searchMatch-selected').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.keyboard.press('Escape');
    expect(await app.page.locator('.cm-searchMatch').count()).toBe(0);
    expect(await app.page.locator('.cm-lineNumbers').getByText('2', { exact: true }).count()).toBe(1);
    await app.page.keyboard.press('Control+Alt+[');
    await app.page.getByRole('button', { name: 'Unfold these lines' }).first().click();
  });

  it('runs to the same head without being saved anywhere', { ...proves('K84.1'), tags: ['deep'] }, async () => {
    const notFound = app.page.getByText('There is no scenario');
    let wasMissing = false;
    void notFound.waitFor().then(
      () => {
        wasMissing = true;
      },
      () => undefined,
    );
    await button('Run it').click();
    await app.page.getByRole('heading', { level: 1, name: 'Monday, after lunch' }).waitFor();
    expect(wasMissing).toBe(false);
    await app.page.locator('[data-page-header] [data-badge]', { hasText: 'passed' }).waitFor();
    await app.page.getByText('✓ same').waitFor();
    expect(new URL(app.page.url()).pathname).toMatch(/^\/scenarios\/opened\/[0-9a-f]{8}\/monday-after-lunch/);
    expect(readdirSync(folder).sort()).toEqual(['days', 'one.yaml']);
    await app.page.goto(app.at('/scenarios/record?recording=recording-1'));
  });

  it('is saved in the library and runs to the same head at once', proves('K85', 'K86'), async () => {
    await button('Save in the library…').click();
    await app.page.getByRole('textbox', { name: 'File' }).fill('../out.yaml');
    await button('Save and run').click();
    await app.page.getByText('Is not the path of a .yaml file below the folder.').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);
    await app.page.getByRole('textbox', { name: 'File' }).fill('days/monday.ballast.yaml');
    await button('Save and run').click();
    await app.page.getByRole('heading', { level: 1, name: 'Monday, after lunch' }).waitFor();
    await app.page.locator('[data-page-header] [data-badge]', { hasText: 'passed' }).waitFor();
    await app.page.getByText('✓ same').waitFor();
    expect(new URL(app.page.url()).pathname).toBe('/scenarios/own/days/monday.ballast.yaml');
    expect(readFileSync(join(folder, 'days/monday.ballast.yaml'), 'utf8')).toContain('name: Monday, after lunch');
  });

  it('replaces a scenario only on request', { ...proves('K85'), tags: ['deep'] }, async () => {
    await app.page.goto(app.at('/scenarios/record?recording=recording-1'));
    await button('Save in the library…').click();
    await app.page.getByRole('textbox', { name: 'File' }).fill('one.yaml');
    await button('Save and run').click();
    await app.page.getByText(/Is already taken \(one\.yaml\)/).waitFor();
    await app.page.getByRole('switch', { name: 'Replace an existing file of this name' }).press('Space');
    await app.page.getByRole('switch', { name: /^Run it at once/ }).press('Space');
    await app.page.getByRole('button', { name: 'Save', exact: true }).click();
    await app.page.getByText('Not run yet.').waitFor();
    expect(readFileSync(join(folder, 'one.yaml'), 'utf8')).toContain('name: Monday, after lunch');
  });
});

describe('a user’s own file', () => {
  const more = (name: string) => app.page.getByRole('menuitem', { name });

  it('is renamed, with everything that belongs to it', proves('K114'), async () => {
    await app.page.goto(app.at('/scenarios/own/days/monday.ballast.yaml'));
    await button('More actions for this scenario').click();
    await more('Rename…').click();
    await app.page.getByRole('textbox', { name: 'File' }).fill('one.yaml');
    await button('Rename').click();
    await app.page.getByText(/one-2\.yaml is free/).waitFor();
    await app.page.getByRole('textbox', { name: 'File' }).fill('days/first.yaml');
    await button('Rename').click();
    await app.page.waitForURL('**/scenarios/own/days/first.yaml');
    expect(readdirSync(join(folder, 'days')).sort()).toEqual(['first.golden.ndjson', 'first.start.db', 'first.yaml']);
    expect(await accessibilityFaults(app.page)).toEqual([]);
  });

  it('is deleted, and restored with everything', proves('K114'), async () => {
    await button('More actions for this scenario').click();
    await more('Delete').click();
    await app.page.getByText('“Monday, after lunch” is deleted.').waitFor();
    expect(readdirSync(join(folder, 'days'))).toEqual([]);
    await app.page.keyboard.press('Control+z');
    await app.page.getByText('“Monday, after lunch” is listed again.').waitFor();
    expect(readdirSync(join(folder, 'days'))).toHaveLength(3);
  });

  it('is distinguished from those that come with Ballast, which cannot be changed', { tags: ['deep'] }, async () => {
    await app.page.getByLabel('Source').selectOption('own');
    await app.page.getByText('own', { exact: true }).first().waitFor();
    const rows = app.page.getByRole('table', { name: 'Scenarios' }).locator('tbody tr');
    await rows.filter({ hasText: 'First rebalance' }).waitFor({ state: 'detached' });
    await expect.poll(() => rows.count()).toBe(2);
    await app.page.goto(app.at('/scenarios/rebalancing/first-rebalance.yaml'));
    await button('More actions for this scenario').click();
    await more('Copy its path').waitFor();
    expect(await more('Delete').count()).toBe(0);
    await app.page.keyboard.press('Escape');
  });
});

describe('a missing recording', () => {
  it('is reported calmly, and a recording is deleted only after a confirmation', {
    ...proves('K86'),
    tags: ['deep'],
  }, async () => {
    await app.page.goto(app.at('/scenarios/record?recording=recording-1'));
    await button('Delete…').click();
    await button('Yes, delete it').click();
    await app.page.getByText('No recordings yet.').waitFor();
    await app.page.getByText('This recording no longer exists').waitFor();
    await fromPalette('Stop recording');
    await app.page.getByText('Nothing is being recorded.').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
