/** The desktop's shell, booted with a double of Electron, with a folder for its memory. */

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { createShell, type ShellSettings } from '../../../src-main/shell.ts';
import { testFolder } from '../test-folders.ts';
import { type ElectronDouble, electronDouble } from './electron-double.ts';
import type { ServerDouble, WindowDouble } from './electron-objects.ts';

export const baseUrl = 'http://127.0.0.1:4710';

export class BootedDesktop {
  /** With links resolved: files in it are identified by that path. */
  readonly folder = realpathSync(testFolder('desktop'));
  nowMs = 0;
  double: ElectronDouble = electronDouble();
  readonly settings: ShellSettings = {
    place: { dataDir: '/data', ownScenarios: '/scenarios', port: 4710 },
    serverScript: '/out/main/server-process.js',
    environment: {},
    sessionSecret: 'secret-of-the-desktop',
    preloadScript: '/out/preload/preload.cjs',
    version: '1.2.3',
    platform: 'linux',
    memoryFile: join(this.folder, 'desktop.json'),
    logFile: join(this.folder, 'logs/ballast.log'),
    argv: [],
    folder: this.folder,
    monotonicMs: () => this.nowMs,
  };

  /** Starts again on the same machine, with the memory of the earlier start. */
  startAgain(): void {
    this.#quit();
    this.double = electronDouble();
  }

  async boot(change: Partial<ShellSettings> = {}): Promise<boolean> {
    return createShell(this.double.electron, { ...this.settings, ...change });
  }

  /** Boots up to a page that reports that it listens. */
  async bootReady(change: Partial<ShellSettings> = {}): Promise<void> {
    await this.boot(change);
    this.server.isReadyAt(baseUrl);
    this.window.emit('ready-to-show');
    await this.double.send({ kind: 'listening' });
  }

  get server(): ServerDouble {
    return last(this.double.servers, 'server has been started');
  }

  get window(): WindowDouble {
    return last(this.double.windows, 'window has been opened');
  }

  get contents() {
    return this.window.webContents;
  }

  /** An item of the menus by its labels, `File > New portfolio`. */
  item(path: string): MenuItemConstructorOptions {
    let items = this.double.menu();
    let found: MenuItemConstructorOptions | undefined;
    for (const label of path.split(' > ')) {
      found = items.find((each) => each.label === label || each.role === label.toLowerCase());
      if (found === undefined) throw new Error(`no menu item ${label} in ${path}`);
      items = Array.isArray(found.submenu) ? found.submenu : [];
    }
    if (found === undefined) throw new Error(`no menu item ${path}`);
    return found;
  }

  click(path: string, checked = false): void {
    const { click } = this.item(path) as { click?: (item: { checked: boolean }) => void };
    if (click === undefined) throw new Error(`${path} does nothing`);
    click({ checked });
  }

  /** The memory is written after half a second, or else now: not into a folder that is gone. */
  #quit(): void {
    this.double.app.quit();
    for (const server of this.double.servers) server.emit('exit', 0);
  }

  end(): void {
    this.#quit();
  }
}

function last<Item>(items: readonly Item[], what: string): Item {
  const found = items.at(-1);
  if (found === undefined) throw new Error(`no ${what}`);
  return found;
}
