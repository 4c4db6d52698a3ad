/**
 * Takes the pictures of the README from the demo world: `npm run screenshots`. The world is the same on every machine,
 * so a picture changes only when the app does.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src-server/system/package-root.ts';
import { openApp } from '../test/support/open-page.ts';

const folder = join(packageRoot(), 'docs/images');
mkdirSync(folder, { recursive: true });
const { page, at, close, ballast } = await openApp();
await page.setViewportSize({ width: 1440, height: 900 });
await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
const shoot = (name: string) => page.screenshot({ path: join(folder, `${name}.png`) });

await page.goto(at('/portfolios'));
await page.getByRole('button', { name: 'See what it would take' }).first().waitFor();
await shoot('portfolios');
await page.getByRole('button', { name: 'See what it would take' }).first().click();
await page.getByRole('button', { name: /Execute rebalance/ }).waitFor();
await page.waitForLoadState('networkidle');
await shoot('plan');
await page.getByRole('button', { name: /Execute rebalance/ }).click();
await page.getByRole('button', { name: 'Yes, execute' }).click();
await page.waitForURL(/\/rebalances\/rb_/);
await page.getByRole('button', { name: '+1 m', exact: true }).click();
await page.getByRole('table', { name: 'Fills' }).locator('tbody tr').first().waitFor();
await page
  .getByRole('button', { name: /Close|Dismiss/ })
  .or(page.locator('.mantine-Notification-closeButton'))
  .first()
  .click();
await page.getByText('Advancing to').waitFor({ state: 'detached' });
await page.waitForLoadState('networkidle');
await shoot('rebalance');
await page.getByRole('link', { name: 'Trace' }).click();
await page.getByRole('tree').waitFor();
await page.waitForLoadState('networkidle');
await shoot('trace');

const breakMarket = (fault: Readonly<Record<string, unknown>>) =>
  page.request.post(`${ballast.controlUrl}/faults`, {
    headers: { authorization: `Bearer ${ballast.adminToken}` },
    data: fault,
  });
await breakMarket({ kind: 'exchange_down', exchange: 'XSWX', for: '30m' });
await breakMarket({ kind: 'late_fills', exchange: 'XETR', delay_ms: 60_000, share: 0.2 });
await breakMarket({ kind: 'halt_instrument', isin: 'NL0010273215', for: '2h' });
await page.getByRole('button', { name: '+1 m', exact: true }).click();
await page.goto(at('/market'));
await page.getByRole('table').first().waitFor();
await page.waitForLoadState('networkidle');
await shoot('market');
await page.goto(at('/market/prices/DE0007164600/XETR'));
await page.locator('svg').first().waitFor();
await page.waitForLoadState('networkidle');
await shoot('prices');
await page.goto(at('/compliance'));
await page.getByRole('table').locator('tbody tr').first().waitFor();
await page.waitForLoadState('networkidle');
await shoot('compliance');
await page.goto(at('/portfolios/new?form=B'));
await page.waitForLoadState('networkidle');
await shoot('new-portfolio');
await page.goto(at('/scenarios/partial-fills.yaml'));
await page.getByRole('button', { name: 'Run', exact: true }).click();
await page.getByText('Passed').first().waitFor();
await page.locator('.recharts-surface').first().waitFor();
await page.waitForLoadState('networkidle');
await shoot('scenario');
await page.keyboard.press('Control+k');
await page.getByRole('dialog').getByRole('combobox').waitFor();
await shoot('palette');
await close();
