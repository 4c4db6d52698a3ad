/** Runs axe on the present page. Asserts nothing itself. */
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** The builder would evaluate its own copy of axe twice in every document, each time for a tenth of a second. */
const { source } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))('axe-core') as {
  source: string;
};
const loadedOnce = `if (!('axe' in window)) {${source}\n}`;

/**
 * Returns one short line per fault. Legacy mode, because axe may not open pages of its own. A tooltip is not part of
 * the page's regions: it is read as the description of the focused element. `rules` default to all of axe; what passes
 * is counted and not described, because the description of every element takes longer than the check. If only what
 * covers a screen is new, `within` (a selector) excludes the screen.
 */
export async function accessibilityFaults(
  page: Page,
  rules: readonly string[] = [],
  within?: string,
): Promise<string[]> {
  // A page that is about to be drawn has no heading yet, and one that never has any would be at fault.
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

/** Rules that depend on the theme. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

/** Faults of the present page: all rules in the light theme, and those that depend on the theme in the dark one. */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  await turnTo(page, 'light');
  const inLight = await accessibilityFaults(page);
  await turnTo(page, 'dark');
  const inDark = await accessibilityFaults(page, OF_COLORS);
  await turnTo(page, 'light');
  return [...inLight, ...inDark.map((fault) => `in the dark theme ${fault}`)];
}

/**
 * The browser notifies the app a moment later; a page outside the app has no mark of its theme. A colour in transition
 * would count as poor contrast.
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
