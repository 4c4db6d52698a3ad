/**
 * A small faithful double of the part of Electron that the shell uses: real event emitters instead of native objects,
 * and every call that matters is recorded. Draws and loads nothing.
 */

import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import type { ElectronApi } from '../../../src-main/electron-api.ts';
import { AppDouble, NotificationDouble, ServerDouble, WindowDouble, type WindowOptions } from './electron-objects.ts';

export function electronDouble() {
  const app = new AppDouble();
  const windows: WindowDouble[] = [];
  const servers: ServerDouble[] = [];
  const notifications: NotificationDouble[] = [];
  const opened: string[] = [];
  const boxes: string[] = [];
  const guard: SessionGuard = { downloads: new EventEmitter() };
  const partitions: string[] = [];
  const machine = newMachine();
  let menu: MenuItemConstructorOptions[] = [];
  let response: Handler = async () => undefined;
  const windowClass = windowClassOf(app, windows, machine);
  const notificationClass = notificationClassOf(notifications);
  const double = {
    app,
    BrowserWindow: windowClass,
    Notification: notificationClass,
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
      setApplicationMenu: (template: MenuItemConstructorOptions[]) => {
        menu = template;
      },
    },
    ipcMain: {
      handle: (_channel: string, handler: Handler) => {
        response = handler;
      },
    },
    screen: {
      getPrimaryDisplay: () => machine.displays[0],
      getAllDisplays: () => machine.displays,
    },
    dialog: dialogOf(machine, boxes),
    session: sessionOf(guard, partitions),
    shell: shellOf(opened),
    utilityProcess: utilityProcessOf(servers),
  };
  return {
    electron: double as unknown as ElectronApi,
    app,
    windows,
    servers,
    notifications,
    opened,
    boxes,
    guard,
    machine,
    partitions,
    menu: () => menu,
    /** Returns the result of a message from a frame; by default, the top frame of the last window's page. */
    send(message: unknown, from: { origin?: string; parent?: unknown } | null = {}): Promise<unknown> {
      const sender = windows.at(-1)?.webContents;
      const frame = from === null ? null : { origin: 'http://127.0.0.1:4710', parent: null, ...from };
      return response({ sender, senderFrame: frame }, message);
    },
  };
}

function newMachine(): Machine {
  return {
    isFocused: false,
    chosenFile: null,
    savesAs: null,
    answers: 0,
    displays: [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
  };
}

export type ElectronDouble = ReturnType<typeof electronDouble>;

/** The replies of the user and of the system. */
interface Machine {
  isFocused: boolean;
  chosenFile: string | null;
  savesAs: string | null;
  /** Index of the button that is pressed in a dialog. */
  answers: number;
  displays: { id: number; workArea: { x: number; y: number; width: number; height: number } }[];
}

type Handler = (event: { sender: unknown; senderFrame: unknown }, message: unknown) => Promise<unknown>;

interface SessionGuard {
  readonly downloads: EventEmitter;
  request?: (
    contents: unknown,
    permission: string,
    response: (granted: boolean) => void,
    details: { requestingUrl: string },
  ) => void;
  check?: (contents: unknown, permission: string, origin: string) => boolean;
  device?: () => boolean;
}

function guardedSession(guard: SessionGuard) {
  return {
    setPermissionRequestHandler: (handler: NonNullable<SessionGuard['request']>) => {
      guard.request = handler;
    },
    setPermissionCheckHandler: (handler: NonNullable<SessionGuard['check']>) => {
      guard.check = handler;
    },
    setDevicePermissionHandler: (handler: NonNullable<SessionGuard['device']>) => {
      guard.device = handler;
    },
    on: (name: string, listener: (...args: unknown[]) => void) => guard.downloads.on(name, listener),
  };
}

function windowClassOf(app: AppDouble, windows: WindowDouble[], machine: Machine) {
  const windowClass = function create(options: WindowOptions) {
    const window = new WindowDouble(options);
    windows.push(window);
    app.emit('web-contents-created', {}, window.webContents);
    return window;
  };
  windowClass.getFocusedWindow = () => (machine.isFocused ? windows.at(-1) : null);
  windowClass.fromWebContents = (contents: unknown) => windows.find((each) => each.webContents === contents) ?? null;
  return windowClass;
}

function notificationClassOf(notifications: NotificationDouble[]) {
  const notificationClass = function create(options: { title: string; body: string }) {
    const notification = new NotificationDouble(options);
    notifications.push(notification);
    return notification;
  };
  notificationClass.isSupported = () => true;
  return notificationClass;
}

function dialogOf(machine: Machine, boxes: string[]) {
  return {
    showMessageBoxSync: (_window: unknown, { message }: { message: string }) => {
      boxes.push(message);
      return machine.answers;
    },
    showMessageBox: async (_window: unknown, { message }: { message: string }) => {
      boxes.push(message);
      return { response: machine.answers };
    },
    showErrorBox: (title: string, text: string) => boxes.push(`${title}: ${text}`),
    showOpenDialog: async () => ({
      canceled: machine.chosenFile === null,
      filePaths: machine.chosenFile === null ? [] : [machine.chosenFile],
    }),
    showSaveDialog: async () => ({ canceled: machine.savesAs === null, filePath: machine.savesAs ?? '' }),
  };
}

function shellOf(opened: string[]) {
  return {
    openExternal: async (url: string) => {
      opened.push(url);
    },
    showItemInFolder: (path: string) => void opened.push(path),
  };
}

function sessionOf(guard: SessionGuard, partitions: string[]) {
  return {
    defaultSession: guardedSession({ ...guard }),
    fromPartition: (name: string) => {
      partitions.push(name);
      return guardedSession(guard);
    },
  };
}

function utilityProcessOf(servers: ServerDouble[]) {
  return {
    fork: (script: string, argv: string[]) => {
      const server = new ServerDouble(script, argv);
      servers.push(server);
      return server;
    },
  };
}
