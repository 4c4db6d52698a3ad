/** What axe finds on a page as it stands. Judges nothing itself. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** One short line per fault. Legacy mode, because axe may not open pages of its own. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target).join(', ')}`);
}
