/** Sets the app's menus and keeps them true: the list of recent files changes, and files go away. Refuses to decide what a menu item does. */

import type { DesktopMemory } from '../desktop-memory.ts';
import type { ElectronApi } from '../electron-api.ts';
import { scenarioPath } from '../files/scenario-arguments.ts';
import { type MenuActions, menuTemplate } from './menu.ts';

export interface AppMenu {
  /** Draws the menus anew. */
  renew(isReady: boolean): void;
}

export function createAppMenu(
  { Menu, app }: Pick<ElectronApi, 'Menu' | 'app'>,
  memory: DesktopMemory,
  deeds: Omit<MenuActions, 'clearRecent' | 'setNotifies'>,
  forgetRecent: () => void,
): AppMenu {
  const renew = (isReady: boolean) => {
    const { recentScenarios, notifies } = memory.now();
    const present = recentScenarios.filter((file) => scenarioPath(file) !== null);
    if (present.length < recentScenarios.length) memory.keep({ recentScenarios: present });
    const state = {
      platform: process.platform,
      recentScenarios: present,
      notifies,
      isReady,
      hasDevTools: !app.isPackaged,
    };
    const template = menuTemplate(state, {
      ...deeds,
      clearRecent() {
        memory.keep({ recentScenarios: [] });
        forgetRecent();
        renew(isReady);
      },
      setNotifies: (wanted) => memory.keep({ notifies: wanted }),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  return { renew };
}
