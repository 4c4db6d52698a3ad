/** What axe finds on a page as it stands. Asserts nothing itself. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/**
 * One short line per fault. Legacy mode, because axe may not open pages of its own. A tooltip is no part of the page's
 * regions: it is read as the description of what has the focus.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .exclude('[data-portal]:has(> [role=tooltip])')
    .setLegacyMode(true)
    .analyze();
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target).join(', ')}`);
}
