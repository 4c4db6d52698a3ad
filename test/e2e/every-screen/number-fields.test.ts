/**
 * Every field for a number accepts usual formats, key by key, and shows the parsed number once it is left.
 *
 * @module-tag deep
 */
import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goTo, openWithEveryScreen } from '../../support/page/go-to.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { screenAddresses } from './screen-addresses.ts';

let app: OpenApp;
let addresses: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await openApp();
  addresses = await screenAddresses(app);
  await openWithEveryScreen(app);
});
afterAll(() => app.close());

/** The typed text, and its number. */
const FORMATS = [
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['12.345,5', 12_345.5],
  ["12'345.5", 12_345.5],
  ['3e1', 30],
] as const;

/** The label of the field: those of the rows of a list are tried once. */
async function nameOf(field: Locator): Promise<string> {
  const name = await field.evaluate(
    (element) => element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? '',
  );
  return name.replace(/ of (?:[A-Z0-9.]+|variant [A-Z])/, ' of …');
}

async function faultsOf(field: Locator, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [text, number] of FORMATS) {
    await field.selectText();
    await field.press('Backspace');
    await field.pressSequentially(text);
    const typed = await field.inputValue();
    if (typed !== text) faults.push(`${name}: “${text}” became “${typed}” while it was typed`);
    await field.blur();
    const shown = (await field.inputValue()).replaceAll('\u202f', '');
    const isRefused = (await field.getAttribute('aria-invalid')) === 'true';
    if (!isRefused && Number(shown) !== number) faults.push(`${name}: “${text}” is shown as “${shown}”`);
    if (isRefused && typed !== (await field.inputValue())) faults.push(`${name}: the refused “${text}” is gone`);
  }
  return faults;
}

const FIELDS = 'input[inputmode=decimal]:visible:enabled';

/** Tries fields of the page, or of its dialog, that were not tried yet. */
async function tryFields(place: string, tried: Set<string>): Promise<string[]> {
  const faults: string[] = [];
  for (let index = 0; index < (await app.page.locator(FIELDS).count()); index += 1) {
    const field = app.page.locator(FIELDS).nth(index);
    const name = `${place}: ${await nameOf(field)}`;
    if (tried.has(name)) continue;
    tried.add(name);
    faults.push(...(await faultsOf(field, name)));
  }
  return faults;
}

/** Shows, one after the other, the fields of each choice of a dialog. */
async function tryChoices(place: string, tried: Set<string>): Promise<string[]> {
  const faults = await tryFields(place, tried);
  const choice = app.page.locator('[role=dialog] select:visible').first();
  if ((await choice.count()) === 0) return faults;
  const values = await choice
    .locator('option:enabled')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  for (const value of values) {
    await choice.selectOption(value);
    faults.push(...(await tryFields(place, tried)));
  }
  return faults;
}

/** Buttons that open something. */
const OPENS = /^(?!Copy ).*…$/;
const DIALOG = '[role=dialog][aria-modal=true]';

it('accepts five formats in every field of every screen and dialog', async () => {
  const { page } = app;
  const tried = new Set<string>();
  const faults: string[] = [];
  for (const [screen, address] of Object.entries(addresses)) {
    await goTo(page, address);
    faults.push(...(await tryChoices(screen, tried)));
    if ((await page.locator(DIALOG).count()) > 0) continue;
    const names = await page.locator('main').getByRole('button', { name: OPENS, disabled: false }).allTextContents();
    for (const name of new Set(names)) {
      await goTo(page, address);
      const opener = page.locator('main').getByRole('button', { name, exact: true }).first();
      await opener.press('Enter');
      // A dialog, a menu, or fields in its place take the focus.
      await opener.page().waitForFunction((text) => document.activeElement?.textContent !== text, name);
      faults.push(...(await tryChoices(`${screen}, ${name}`, tried)));
    }
  }
  expect(faults).toEqual([]);
  expect(tried.size).toBeGreaterThan(60);
});

it('retains 1.5 in the cost budget, reads it by Enter, and plans with nothing that is incomplete or ambiguous', async () => {
  const { page } = app;
  await goTo(page, addresses.plan ?? '');
  const budget = page.getByLabel('Cost budget (bps of the portfolio value)');
  await budget.pressSequentially('1.5');
  await budget.press('Enter');
  await page.waitForURL(/budget=1\.5/);
  await budget.press('Backspace');
  await budget.pressSequentially('234');
  await budget.blur();
  expect(await budget.inputValue()).toBe('1.234');
  await page.getByText('This could mean 1234 or 1.234: enter 1234 or 1.23.', { exact: true }).waitFor();
  expect(page.url()).toMatch(/budget=1\.5$/);
  // The plan of the previous budget would be executed otherwise.
  const execute = page.getByRole('button', { name: 'Execute rebalance…' });
  await page
    .getByRole('status')
    .getByText(/^Cost budget: This could mean/)
    .waitFor();
  expect([await execute.isEnabled(), await page.getByRole('table', { name: 'Orders of the plan' }).count()]).toEqual([
    false,
    0,
  ]);
  // Neither a comparison nor a print has a plan of this text.
  const dialog = page.getByRole('dialog');
  const controls = [dialog.getByRole('link', { name: 'Compare plans' }), dialog.getByRole('button', { name: 'Print' })];
  for (const control of controls) {
    await control.click();
    await page.waitForFunction((field) => field === document.activeElement, await budget.elementHandle());
    expect(page.url()).toMatch(/budget=1\.5$/);
  }
  await budget.selectText();
  await budget.pressSequentially('12,5 bps');
  await budget.press('Enter');
  expect(await budget.inputValue()).toBe('12.5');
  await page.getByRole('table', { name: 'Orders of the plan' }).waitFor();
});

it('changes the drift threshold of a compared plan by typing over it', async () => {
  const { page } = app;
  await goTo(page, addresses['plan-compare'] ?? '');
  const threshold = page.getByRole('textbox', { name: 'Drift threshold of variant A' });
  await threshold.selectText();
  await threshold.pressSequentially('7,5 %');
  await threshold.press('Enter');
  expect(await threshold.inputValue()).toBe('7.5');
  await threshold.press('ArrowUp');
  expect(await threshold.inputValue()).toBe('8');
});
