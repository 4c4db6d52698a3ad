/**
 * Tests that only a real Electron can run. If its program or a display is missing, a warning says what was not run; the
 * shell itself is tested with a double everywhere.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { presentElectron } from '../../src-server/cli/desktop/find-electron.ts';
import { ensureFreshBuild } from '../../src-server/cli/desktop/fresh-build.ts';
import { readEnvironment } from '../../src-server/system/environment.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { PAGE_PATIENCE_MS } from '../support/page/chromium.ts';

const root = packageRoot();
const binary = presentElectron(root);
const { display, root: isRoot } = readEnvironment();
const canRun = binary !== null && display && !isRoot;

if (canRun) {
  describe('the real window', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ballast-window-'));
    const scenario = join(folder, 'quiet.ballast.yaml');
    let app: ElectronApplication;
    let page: Page;

    beforeAll(async () => {
      writeFileSync(scenario, 'name: Quiet\nworld: {}\nsteps:\n  - advance: 1h\n');
      const abort = new AbortController().signal;
      expect(await ensureFreshBuild({ root, target: 'desktop', say: () => undefined, abort })).toBeNull();
      app = await _electron.launch({
        timeout: PAGE_PATIENCE_MS,
        executablePath: binary ?? '',
        args: [root, `--user-data-dir=${folder}`, '--ballast-port=0', '--ballast-memory', scenario],
      });
      app.context().setDefaultTimeout(PAGE_PATIENCE_MS);
      page = await app.firstWindow();
      await page.waitForLoadState();
    });
    afterAll(async () => {
      await app?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const click = (id: string) =>
      app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id);

    test('opens the scenario that its command line named', async () => {
      await page.getByRole('heading', { name: 'Quiet' }).waitFor();
      expect(page.url()).toContain('/scenarios/opened/');
    });

    test('shows the app, sandboxed, with a bridge of two functions', async () => {
      expect(await page.title()).toContain('Ballast');
      expect(await page.evaluate('typeof require')).toBe('undefined');
      expect(await page.evaluate('Object.keys(window.ballast).sort().join()')).toBe('listen,platform,send,version');
      expect(await page.evaluate('Object.isFrozen(window.ballast)')).toBe(true);
      expect(await page.evaluate("window.ballast.send({ kind: 'run' }).then(({ kind }) => kind)")).toBe('refused');
    });

    test('runs the commands of its menus', async () => {
      await click('market');
      await page.waitForURL(/\/market$/);
      await click('shortcuts');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
    });

    test('navigates nowhere else and gets no permission', async () => {
      const before = page.url();
      await page.evaluate("location.assign('http://127.0.0.1:9/')").catch(() => undefined);
      expect(page.url()).toBe(before);
      expect(
        await page.evaluate("navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state)"),
      ).toBe('denied');
    });

    test('returns to its page when its server dies', async () => {
      await page.goto(new URL('/accounts', page.url()).href);
      const killed = await app.evaluate(({ app: main }) => {
        const server = main.getAppMetrics().find(({ type, name }) => type === 'Utility' && name === 'Ballast server');
        return server !== undefined && process.kill(server.pid, 'SIGKILL');
      });
      expect(killed).toBe(true);
      await page.getByText('was started again').waitFor();
      expect(new URL(page.url()).pathname).toBe('/accounts');
    });

    test('prints a page of PDF', async () => {
      const start = await app.evaluate(async ({ BrowserWindow }) => {
        const bytes = await BrowserWindow.getAllWindows()[0]?.webContents.printToPDF({ pageSize: 'A4' });
        return bytes?.subarray(0, 5).toString();
      });
      expect(start).toBe('%PDF-');
    });

    test('remembers its page when it is closed', async () => {
      await app.evaluate(({ BrowserWindow }) => {
        BrowserWindow.getAllWindows()[0]?.setBounds({ x: 20, y: 40, width: 1100, height: 700 });
      });
      await app.close();
      const stored = JSON.parse(readFileSync(join(folder, 'desktop.json'), 'utf8')) as {
        window: { width: number; height: number };
        recentScenarios: string[];
      };
      expect(stored.window).toMatchObject({ width: 1100, height: 700 });
      expect(stored.recentScenarios).toEqual([scenario]);
    });
  });
} else {
  test('without Electron, the suite warns that no real window was tested', () => {
    console.warn(
      '\n*** NOT RUN: the seven tests in a real Electron window: scenario by command line, bridge and sandbox, menus,\n' +
        '*** navigation and permissions, restart of the server, PDF, window state (no Electron program, no display, or root). ***\n',
    );
  });
}
