/** What axe finds on a page as it stands. Asserts nothing itself. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/**
 * One short line per fault. Legacy mode, because axe may not open pages of its own. A tooltip is no part of the page's
 * regions: it is read as the description of what has the focus. `rules` are all of axe where none is named.
 */
export async function accessibilityFaults(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page }).exclude('[data-portal]:has(> [role=tooltip])').setLegacyMode(true);
  if (rules.length > 0) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target).join(', ')}`);
}
