/**
 * Checks what is behind a single tab stop and what only a pointer might show: rows by arrows, steps of a tree, sliders,
 * lists, points of a chart, and the dialogs that buttons open. Leaves the page unchanged, except for the focus.
 */
import type { Locator, Page } from 'playwright';
import { walkFaults } from './keyboard-walk.ts';

/** One sentence for each pattern that the arrows do not serve. */
export async function arrowFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const held = async (what: string, from: Locator, keys: string, isServed: () => boolean) => {
    await from.focus();
    await page.evaluate(() => {
      Object.assign(window, { before: document.activeElement, text: textOf(document.activeElement) });
      function textOf(element: Element | null) {
        return ['aria-valuenow', 'aria-activedescendant'].map((name) => element?.getAttribute(name)).join();
      }
    });
    await page.keyboard.press(keys);
    const served = await page.waitForFunction(isServed).catch(() => null);
    if (served === null) faults.push(`${keys} does nothing on ${what}`);
  };
  for (const table of await page.locator('table:has(tr[data-opens] ~ tr[data-opens])').all()) {
    const name = await table.getAttribute('aria-label');
    await held(
      `a row of “${name}”`,
      table.locator('tr[data-opens][tabindex="0"]').first(),
      'ArrowDown',
      isOnAnotherRow,
    );
    if ((await table.locator('tr[data-opens]').first().locator('a[href]').count()) === 0) continue;
    await held(`a row with links of “${name}”`, table.locator('tr[data-opens]').first(), 'ArrowRight', isOnALinkInside);
  }
  for (const tree of await page.locator('[role=tree]:has([role=treeitem] ~ [role=treeitem])').all())
    await held('a step of the tree', tree.locator('[role=treeitem]').first(), 'ArrowDown', isOnAnotherStep);
  for (const list of await page.locator('[role=listbox][tabindex="0"]').all())
    await held('a list', list, 'ArrowUp', saysOtherwise);
  for (const slider of await page.locator('[role=slider]:visible').all()) {
    const isAtEnd = (await slider.getAttribute('aria-valuenow')) === (await slider.getAttribute('aria-valuemax'));
    await held('a slider', slider, isAtEnd ? 'ArrowLeft' : 'ArrowRight', saysOtherwise);
  }
  return faults;
}

/** One sentence for each chart whose points need a pointer: neither arrows nor a table that it names gives them. */
export async function chartFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const chart of await page.locator('main .recharts-wrapper').all()) {
    if ((await chart.locator('xpath=ancestor-or-self::*[@aria-hidden="true"]').count()) > 0) continue;
    if ((await chart.locator('svg[aria-hidden="true"].recharts-surface').count()) > 0) continue;
    const figure = chart.locator('xpath=ancestor::*[@aria-label][1]');
    const name = (await figure.count()) === 0 ? 'a chart' : await figure.getAttribute('aria-label');
    const surface = chart.locator('svg.recharts-surface[tabindex="0"]');
    if ((await surface.count()) === 0) {
      if (!/\btable\b/.test(name ?? '')) faults.push(`${name} cannot have the focus and names no table`);
      continue;
    }
    await surface.focus();
    await page.keyboard.press('ArrowRight');
    const card = chart.locator('.recharts-tooltip-wrapper').getByText(/\d/).first();
    const isReported = await card.waitFor().then(
      () => true,
      () => false,
    );
    if (!isReported) faults.push(`${name} tells nothing of a point that the arrows came to`);
  }
  return faults;
}

/**
 * One sentence for each dialog, or form in its place, that does not open by Enter, does not take or trap the focus,
 * does not close by Escape or does not return the focus. A button that opens one ends with three dots, as a cut id
 * does.
 */
export async function dialogFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const button of await page
    .locator('main')
    .getByRole('button', { name: /^(?!Copy ).*…$/ })
    .all()) {
    if (!(await button.isEnabled())) continue;
    const name = (await button.textContent())?.trim();
    await button.press('Enter');
    if (!(await becomes(page, hasMovedOn, name))) {
      faults.push(`what “${name}” opens by Enter does not take the focus`);
      continue;
    }
    const isModal = (await page.locator('[role=dialog][aria-modal=true]').count()) > 0;
    if (isModal) faults.push(...(await walkFaults(page)).map((fault) => `in the dialog of “${name}” ${fault}`));
    await page.keyboard.press('Escape');
    if (!(await becomes(page, isBack, name))) {
      faults.push(`what “${name}” opens does not close by Escape and give the focus back`);
      break;
    }
  }
  return faults;
}

function happens(wait: () => Promise<unknown>): Promise<boolean> {
  return wait().then(
    () => true,
    () => false,
  );
}

function becomes(page: Page, isSo: (given: unknown) => boolean, given?: unknown): Promise<boolean> {
  return happens(() => page.waitForFunction(isSo, given));
}

type MarkedWindow = Window & { before?: Element; text?: string };

function isOnAnotherRow(): boolean {
  const { before } = window as MarkedWindow;
  return document.activeElement !== before && document.activeElement?.matches('tr[data-opens]') === true;
}

function isOnALinkInside(): boolean {
  return (window as MarkedWindow).before?.contains(document.activeElement?.closest('a, button') ?? null) === true;
}

function isOnAnotherStep(): boolean {
  const { before } = window as MarkedWindow;
  return document.activeElement !== before && document.activeElement?.matches('[role=treeitem]') === true;
}

function saysOtherwise(): boolean {
  const now = ['aria-valuenow', 'aria-activedescendant'].map((name) => document.activeElement?.getAttribute(name));
  return now.join() !== (window as MarkedWindow).text;
}

function hasMovedOn(name: unknown): boolean {
  const { activeElement, body } = document;
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1);
  if (activeElement === null || activeElement === body || activeElement.textContent?.trim() === name) return false;
  return dialog === undefined ? activeElement.closest('form') !== null : dialog.contains(activeElement);
}

function isBack(name: unknown): boolean {
  const { activeElement } = document;
  return document.querySelector('[role=dialog]') === null && activeElement?.textContent?.trim() === name;
}
