/**
 * An analyst moves the whole market from the form: all instruments by beta, a sector, and a preset of several events.
 * @module-tag deep
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marketEventList } from '../../../src-server/contract/control/market/market-control.ts';
import { prices as priceList } from '../../../src-server/contract/service/prices.ts';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { faultsInBothThemes } from '../every-screen/accessibility-faults.ts';

let app: OpenApp;

beforeAll(async () => {
  app = await openApp();
  await app.show(`/market/prices/${SAP}/XETR`);
  await app.page.getByRole('button', { name: 'Move a price…' }).waitFor();
});
afterAll(() => app.close());

const SAP = 'DE0007164600';
const press = (name: string) => app.page.getByRole('button', { name }).click();
const dialog = () => app.page.getByRole('dialog');
const rowOf = (text: string) =>
  app.page.getByRole('table', { name: 'Market events' }).locator('tbody tr', { hasText: text });
/** The radio itself is below its label. */
const choose = (group: string, choice: string) =>
  dialog().getByRole('radiogroup', { name: group }).getByText(choice, { exact: true }).click();

describe('a move of many instruments', () => {
  it('is by beta where the form says so, and is reverted by undo', proves('O11.2', 'O11.4'), async () => {
    const before = await midOfService();
    await press('Move a price…');
    await choose('What moves', 'Many');
    await dialog().getByRole('switch', { name: 'By market beta' }).check();
    await dialog().getByLabel('Change of the price (%)').fill('-10');
    await press('Add the market event');
    await dialog().waitFor({ state: 'detached' });
    await rowOf('All instruments').getByText('−10.00\u202f% × beta at once').waitFor();
    // SAP has a beta of 1.1.
    expect((await midOfService()) / before).toBeCloseTo(0.89, 4);
    await app.page.keyboard.press('Control+z');
    await rowOf('All instruments').getByText('reversed').waitFor();
    expect(await midOfService()).toBe(before);
    expect(await eventsOfService()).toMatchObject([{ kind: 'jump', instruments: 'all', by_beta: true, size: -0.1 }]);
  });

  it('of a sector names it in the list and is marked in its charts', proves('O11.1'), async () => {
    await press('Move a price…');
    await choose('What moves', 'Many');
    await choose('Which instruments', 'A sector');
    await dialog().getByRole('combobox', { name: 'Sector' }).selectOption('technology');
    await press('Add the market event');
    await dialog().waitFor({ state: 'detached' });
    await rowOf('Sector technology').getByText('−8.00').waitFor();
    await app.page.getByRole('figure').getByText('2 market events').waitFor();
    await choosePreset('Technology slump, two weeks');
    await dialog().getByText('Sector technology: 2× their usual moves for 14 days', { exact: false }).waitFor();
    await app.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });
});

describe('a preset', () => {
  it('shows its factors, adds all of its events, and undo reverts all of them', proves('O11.4'), async () => {
    const before = await midOfService();
    await choosePreset('Crash, one week (like March 2020)');
    await dialog().getByText('−7.00\u202f% × beta at once', { exact: false }).waitFor();
    expect(await faultsInBothThemes(app.page)).toEqual([]);
    await press('Add the market events');
    await dialog().waitFor({ state: 'detached' });
    await app.page.getByText('4 market events added.').waitFor();
    const added = (await eventsOfService()).slice(-4);
    expect(added.map((event) => [event.kind, 'instruments' in event && event.instruments])).toEqual(
      ['volatility', 'volume', 'jump', 'trend'].map((kind) => [kind, 'all']),
    );
    // 1 - 0.07 × 1.1 = 0.923
    expect((await midOfService()) / before).toBeCloseTo(0.923, 4);
    await app.page.keyboard.press('Control+z');
    const areEnded = async () => (await eventsOfService()).slice(-4).map(({ ended_at: endedAt }) => endedAt !== null);
    await expect.poll(areEnded).toEqual([true, true, true, true]);
    expect(await midOfService()).toBe(before);
  });

  it('that is refused leaves nothing behind', proves('O11.3'), async () => {
    const before = await midOfService();
    await press('Move a price…');
    await choose('What moves', 'Many');
    await choose('What happens', 'Volume');
    await press('Add the market event');
    await dialog().waitFor({ state: 'detached' });
    await choosePreset('Crash, one week (like March 2020)');
    await press('Add the market events');
    await dialog()
      .getByText(/^Overlaps the volume of me_/)
      .waitFor();
    const [, refused] = (await eventsOfService()).slice(-2);
    expect(refused).toMatchObject({ kind: 'volatility', status: 'over' });
    expect(await midOfService()).toBe(before);
    expect(app.complaints).toEqual([]);
  });
});

async function choosePreset(label: string): Promise<void> {
  await press('Move a price…');
  await choose('What moves', 'A preset');
  await dialog().getByRole('combobox', { name: 'Preset' }).selectOption(label);
}

async function eventsOfService() {
  const headers = { Authorization: `Bearer ${app.ballast.adminToken}` };
  const response = await fetch(`${app.ballast.controlUrl}/market/events`, { headers });
  return marketEventList.parse(await response.json()).market_events;
}

async function midOfService(): Promise<number> {
  const headers = { Authorization: `Bearer ${app.ballast.apiKey}` };
  const response = await fetch(`${app.ballast.formBUrl}/prices/${SAP}`, { headers });
  return priceList.parse(await response.json()).prices[0]?.mid_eur ?? 0;
}
