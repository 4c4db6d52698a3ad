/** Draws build/icon.png, of which the installers make every size, from the icon of the pages. Run by hand after a change of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src-server/system/package-root.ts';
import { launchChromium } from '../test/support/page/chromium.ts';

const SIZE_PX = 512;
const root = packageRoot();
const svg = readFileSync(join(root, 'src-renderer/public/icon.svg'), 'utf8');
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: SIZE_PX, height: SIZE_PX } });
await page.setContent(
  `<style>body { margin: 0 } svg { display: block; width: ${SIZE_PX}px; height: ${SIZE_PX}px }</style>${svg}`,
);
// Its corners are round, and what is behind them belongs to whoever shows it.
await page.screenshot({ path: join(root, 'build/icon.png'), omitBackground: true });
await browser.close();
