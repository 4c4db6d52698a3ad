/** Electron's native objects in the double: event emitters that record calls. */

import { EventEmitter } from 'node:events';
import { ContentsDouble, eventDouble } from '../contents-double.ts';

export class AppDouble extends EventEmitter {
  firstInstance = true;
  quits = 0;
  exitCode: number | null = null;
  sandboxed = false;
  isPackaged = true;
  switches: string[] = [];
  commandLine = { hasSwitch: (name: string) => this.switches.includes(name) };
  recentDocuments: string[] = [];
  requestSingleInstanceLock = () => this.firstInstance;
  enableSandbox = () => {
    this.sandboxed = true;
  };
  whenReady = () => Promise.resolve();
  getPath = (name: string) => `/home/user/${name}`;
  addRecentDocument = (path: string) => this.recentDocuments.push(path);
  clearRecentDocuments = () => {
    this.recentDocuments = [];
  };
  exit = (code: number) => {
    this.exitCode = code;
  };
  /** As Electron does: asks the listeners first, and continues to run when one of them objects. */
  quit = () => {
    const event = eventDouble();
    this.emit('before-quit', event);
    if (event.prevented) return;
    this.emit('will-quit', event);
    if (event.prevented) return;
    this.quits += 1;
    this.emit('quit');
  };
}

export type WindowOptions = { webPreferences: Record<string, unknown> } & Record<string, unknown>;

export class WindowDouble extends EventEmitter {
  readonly webContents = new ContentsDouble();
  bounds = { x: 0, y: 0, width: 1440, height: 900 };
  shown = false;
  focused = 0;
  minimized = false;
  maximized = false;
  fullScreen = false;
  destroyed = false;
  readonly options: WindowOptions;
  constructor(options: WindowOptions) {
    super();
    this.options = options;
  }
  show = () => {
    this.shown = true;
  };
  focus = () => {
    this.focused += 1;
  };
  restore = () => {
    this.minimized = false;
  };
  maximize = () => {
    this.maximized = true;
  };
  progress: number | null = null;
  setProgressBar = (share: number) => {
    this.progress = share;
  };
  setFullScreen = (is: boolean) => {
    this.fullScreen = is;
  };
  isMinimized = () => this.minimized;
  isMaximized = () => this.maximized;
  isFullScreen = () => this.fullScreen;
  isDestroyed = () => this.destroyed;
  getNormalBounds = () => this.bounds;
}

export class ServerDouble extends EventEmitter {
  readonly received: unknown[] = [];
  readonly stdout = new EventEmitter();
  readonly stderr = new EventEmitter();
  killed = false;
  readonly script: string;
  readonly argv: readonly string[];
  constructor(script: string, argv: readonly string[]) {
    super();
    this.script = script;
    this.argv = argv;
  }
  postMessage = (message: unknown) => {
    this.received.push(message);
  };
  kill = () => {
    this.killed = true;
    return true;
  };
  isReadyAt(baseUrl: string): void {
    this.emit('message', { kind: 'ready', baseUrl, address: `${new URL(baseUrl).origin}/` });
  }
}

export class NotificationDouble extends EventEmitter {
  readonly options: { title: string; body: string };
  shown = false;
  constructor(options: { title: string; body: string }) {
    super();
    this.options = options;
  }
  show = () => {
    this.shown = true;
  };
}
