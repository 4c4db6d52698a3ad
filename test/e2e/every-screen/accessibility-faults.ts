/** What axe finds on a page as it stands. Asserts nothing itself. */
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** What the builder would evaluate twice in every document, each time for a tenth of a second: its own copy of axe. */
const { source } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core') as {
  source: string;
};
const loadedOnce = `if (!('axe' in window)) {${source}\n}`;

/**
 * One short line per fault. Legacy mode, because axe may not open pages of its own. A tooltip is no part of the page's
 * regions: it is read as the description of what has the focus. `rules` are all of axe where none is named; what they
 * find in order is counted and not described, because the description of every element takes longer than the look. Where
 * only what lies over a screen is new, `within` (a selector) leaves out the screen.
 */
export async function accessibilityFaults(
  page: Page,
  rules: readonly string[] = [],
  within?: string,
): Promise<string[]> {
  // A page that is only about to be drawn has no heading yet, and one that never has any would be at fault.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? '/* It is there already. */' : loadedOnce;
  const axe = new AxeBuilder({ page, axeSource })
    .exclude('[data-portal]:has(> [role=tooltip])')
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true);
  if (within !== undefined) axe.include(within);
  if (rules.length > 0) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target).join(', ')}`);
}

/** What differs from theme to theme. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

/** Of the page as it stands: everything in the light theme, and what a theme can change in the dark one. */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  await turnTo(page, 'light');
  const inLight = await accessibilityFaults(page);
  await turnTo(page, 'dark');
  const inDark = await accessibilityFaults(page, OF_COLORS);
  await turnTo(page, 'light');
  return [...inLight, ...inDark.map((fault) => `in the dark theme ${fault}`)];
}

/**
 * The app hears from the browser a moment later; a page that is none of its own has no mark of its theme. A colour on its
 * way to another one would count as poor contrast.
 */
async function turnTo(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((theme) => {
    const isShown = (document.documentElement.dataset.mantineColorScheme ?? theme) === theme;
    const isMoving = (animation: Animation) =>
      animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    return isShown && !document.getAnimations().some(isMoving);
  }, colorScheme);
}
