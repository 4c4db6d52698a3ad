/**
 * A small faithful double of the part of Electron that the shell uses: real event emitters in place of native objects,
 * and every call that matters remembered. Refuses to draw or to load anything.
 */

import { EventEmitter } from 'node:events';
import type { ElectronApi } from '../../src-main/electron-api.ts';

export class AppDouble extends EventEmitter {
  firstInstance = true;
  quits = 0;
  exitCode: number | null = null;
  sandboxed = false;
  requestSingleInstanceLock = () => this.firstInstance;
  enableSandbox = () => {
    this.sandboxed = true;
  };
  whenReady = () => Promise.resolve();
  exit = (code: number) => {
    this.exitCode = code;
  };
  /** As Electron does: asks the listeners first, and stays when one of them objects. */
  quit = () => {
    const event = eventDouble();
    this.emit('before-quit', event);
    if (!event.prevented) this.quits += 1;
  };
}

export class ContentsDouble extends EventEmitter {
  openWindow: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }) => {
    this.openWindow = handler;
  };
  /** Whether a navigation to the address would go through. */
  navigates(to: string, how = 'will-navigate'): boolean {
    const event = eventDouble();
    this.emit(how, event, to);
    return !event.prevented;
  }
}

export class WindowDouble extends EventEmitter {
  readonly webContents = new ContentsDouble();
  readonly loaded: string[] = [];
  shown = false;
  focused = 0;
  minimized = false;
  destroyed = false;
  readonly options: { webPreferences: Record<string, unknown> };
  constructor(options: { webPreferences: Record<string, unknown> }) {
    super();
    this.options = options;
  }
  loadURL = async (url: string) => {
    this.loaded.push(url);
  };
  show = () => {
    this.shown = true;
  };
  focus = () => {
    this.focused += 1;
  };
  restore = () => {
    this.minimized = false;
  };
  isMinimized = () => this.minimized;
  isDestroyed = () => this.destroyed;
}

export class ServerDouble extends EventEmitter {
  readonly received: unknown[] = [];
  killed = false;
  readonly script: string;
  readonly words: readonly string[];
  constructor(script: string, words: readonly string[]) {
    super();
    this.script = script;
    this.words = words;
  }
  postMessage = (message: unknown) => {
    this.received.push(message);
  };
  kill = () => {
    this.killed = true;
    return true;
  };
  isReadyAt(baseUrl: string): void {
    this.emit('message', { kind: 'ready', baseUrl });
  }
}

export function electronDouble() {
  const app = new AppDouble();
  const windows: WindowDouble[] = [];
  const servers: ServerDouble[] = [];
  const opened: string[] = [];
  const boxes: string[] = [];
  const permissions: { request?: PermissionRequest; check?: PermissionCheck } = {};
  const double = {
    app,
    BrowserWindow: function create(options: { webPreferences: Record<string, unknown> }) {
      const window = new WindowDouble(options);
      windows.push(window);
      app.emit('web-contents-created', {}, window.webContents);
      return window;
    },
    Menu: { buildFromTemplate: (template: unknown) => template, setApplicationMenu: () => undefined },
    dialog: { showErrorBox: (title: string, text: string) => boxes.push(`${title}: ${text}`) },
    session: {
      defaultSession: {
        setPermissionRequestHandler: (handler: PermissionRequest) => {
          permissions.request = handler;
        },
        setPermissionCheckHandler: (handler: PermissionCheck) => {
          permissions.check = handler;
        },
      },
    },
    shell: {
      openExternal: async (url: string) => {
        opened.push(url);
      },
    },
    utilityProcess: {
      fork: (script: string, words: string[]) => {
        const server = new ServerDouble(script, words);
        servers.push(server);
        return server;
      },
    },
  };
  return { electron: double as unknown as ElectronApi, app, windows, servers, opened, boxes, permissions };
}

type PermissionRequest = (contents: unknown, permission: string, answer: (granted: boolean) => void) => void;
type PermissionCheck = (contents: unknown, permission: string) => boolean;

function eventDouble() {
  const event = {
    prevented: false,
    preventDefault: () => {
      event.prevented = true;
    },
  };
  return event;
}
