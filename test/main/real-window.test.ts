/**
 * What only a real Electron can show. Where its program or a display is missing, one loud line says what was not run; the
 * shell itself is tested against a double everywhere.
 */

import { _electron } from 'playwright';
import { expect, test } from 'vitest';
import { presentElectron } from '../../src-server/cli/find-electron.ts';
import { ensureFreshBuild } from '../../src-server/cli/fresh-build.ts';
import { readEnvironment } from '../../src-server/system/environment.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';

const root = packageRoot();
const binary = presentElectron(root);
const { display, root: isRoot } = readEnvironment();

if (binary !== null && display && !isRoot) {
  test('the real window shows the app, sandboxed, and knows its version', async () => {
    const abort = new AbortController().signal;
    expect(await ensureFreshBuild({ root, target: 'desktop', say: () => undefined, abort })).toBeNull();
    const app = await _electron.launch({
      executablePath: binary,
      args: [root, '--ballast-port=0', '--ballast-memory'],
    });
    const page = await app.firstWindow();
    await page.waitForLoadState();
    expect(await page.title()).toContain('Ballast');
    expect(await page.evaluate('typeof require')).toBe('undefined');
    expect(await page.evaluate('Object.keys(window.ballast).sort().join()')).toBe('platform,version');
    await app.close();
  });
} else {
  test('without Electron, the suite says loudly that no real window was tested', () => {
    console.warn(
      '\n*** NOT RUN: the tests in a real Electron window (no Electron program, no display, or root). ***\n',
    );
  });
}
