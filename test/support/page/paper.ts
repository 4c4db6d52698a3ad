/**
 * Shows a page as on paper: in the medium and with the events of a browser that prints. The medium alone does not
 * suffice: Chromium reports its change with the next frame, which a page behind another one may never draw.
 */
import type { Page } from 'playwright';

export async function showOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
}

export async function showOnScreen(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
}
