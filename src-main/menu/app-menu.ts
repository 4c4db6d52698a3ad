/** Sets the app's menus, and sets them again when the list of recent files changes or a file disappears. */

import type { DesktopMemory } from '../desktop-memory.ts';
import type { ElectronApi } from '../electron-api.ts';
import { scenarioPath } from '../scenarios/scenario-arguments.ts';
import { type MenuActions, menuTemplate } from './menu.ts';

/** The returned function sets the menus again. */
export function createAppMenu(
  { Menu, app }: Pick<ElectronApi, 'Menu' | 'app'>,
  memory: DesktopMemory,
  actions: Omit<MenuActions, 'clearRecent' | 'setNotifies'>,
  forgetRecent: () => void,
): (isReady: boolean) => void {
  const renew = (isReady: boolean) => {
    const { recentScenarios, notifies } = memory.now();
    const present = recentScenarios.filter((file) => scenarioPath(file) !== null);
    if (present.length < recentScenarios.length) memory.store({ recentScenarios: present });
    const { platform } = process;
    const state = { platform, recentScenarios: present, notifies, isReady, hasDevTools: !app.isPackaged };
    const template = menuTemplate(state, {
      ...actions,
      clearRecent() {
        memory.store({ recentScenarios: [] });
        forgetRecent();
        renew(isReady);
      },
      setNotifies: (wanted) => memory.store({ notifies: wanted }),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  return renew;
}
