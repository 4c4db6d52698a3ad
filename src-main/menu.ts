/**
 * A menu of the platform's own roles and nothing more: without it, copy, paste, zoom and quit have no keys on macOS.
 * Refuses entries that the app itself should offer.
 */

import type { MenuItemConstructorOptions } from 'electron';

export function menuTemplate(platform: string): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      { role: 'reload' },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      { role: 'toggleDevTools' },
    ],
  };
  const first: MenuItemConstructorOptions = platform === 'darwin' ? { role: 'appMenu' } : { role: 'fileMenu' };
  return [first, { role: 'editMenu' }, view, { role: 'windowMenu' }];
}
