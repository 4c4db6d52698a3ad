/**
 * The module `electron` for the built main process, run in Node: the double, but its server processes are real ones.
 * Messages to the window are lines of JSON on stdout, and SIGTERM is the user who quits.
 */

import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { ContentsDouble } from '../contents-double.ts';
import { electronDouble } from './electron-double.ts';

const double = electronDouble();
const say = (line: Readonly<Record<string, unknown>>) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Its messages to the parent go through a port of the same shape as Electron's. */
function forkServer(script: string, args: readonly string[]) {
  const child = fork(script, args, { execArgv: ['--import', new URL('parent-port.ts', import.meta.url).href] });
  child.on('message', (message) => server.emit('message', message));
  child.on('exit', (code) => server.emit('exit', code ?? 1));
  const server = Object.assign(new EventEmitter(), {
    postMessage: (message: object) => child.send(message),
    kill: () => child.kill(),
  });
  say({ server: child.pid });
  return server;
}

/** A page that listens as soon as it is loaded. */
double.app.on('web-contents-created', (_event, contents: ContentsDouble) => {
  const { loadURL } = contents;
  contents.send = (_channel, message) => say({ sent: message });
  contents.loadURL = async (url) => {
    await loadURL(url);
    say({ loaded: url });
    await double.send({ kind: 'listening' }, { origin: new URL(url).origin });
  };
});
double.app.once('quit', () => process.exit(0));
process.once('SIGTERM', () => double.app.quit());
Object.assign(double.app, {
  getVersion: () => '0.1.0',
  getPath: () => process.env.BALLAST_TEST_FOLDER ?? '',
  exit: (code: number) => process.exit(code),
});

export const { app, BrowserWindow, dialog, ipcMain, Menu, Notification, screen, session, shell } = double.electron;
export const utilityProcess = { fork: forkServer };
