/** The double of a window's contents: remembers what is loaded and sent, and reports what Electron would. */

import { EventEmitter } from 'node:events';

export class ContentsDouble extends EventEmitter {
  readonly loaded: string[] = [];
  readonly sent: unknown[] = [];
  zoomLevel = 0;
  openWindow: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }) => {
    this.openWindow = handler;
  };
  /** As Electron does: resolves once the page is loaded, which is reported first. */
  loadURL = async (url: string) => {
    this.loaded.push(url);
    this.emit('did-navigate', {}, url);
  };
  send = (_channel: string, message: unknown) => {
    this.sent.push(message);
  };
  reloads = 0;
  reload = () => {
    this.reloads += 1;
  };
  crashes = 0;
  forcefullyCrashRenderer = () => {
    this.crashes += 1;
  };
  printToPDF = async () => Buffer.from('%PDF-1.7');
  /** The router of the page navigates without loading anything. */
  goes(url: string): void {
    this.emit('did-navigate-in-page', {}, url, true);
  }
  fails(url: string, code = -102): void {
    this.emit('did-fail-load', {}, code, 'ERR_CONNECTION_REFUSED', url, true);
  }
  /** Whether a navigation to the address would go through. */
  navigates(to: string, how = 'will-navigate'): boolean {
    const event = eventDouble();
    this.emit(how, event, to);
    return !event.prevented;
  }
  /** The same for a frame inside the page. */
  navigatesFrame(to: string): boolean {
    const event = { ...eventDouble(), url: to, isMainFrame: false };
    let isPrevented = false;
    event.preventDefault = () => {
      isPrevented = true;
    };
    this.emit('will-frame-navigate', event);
    return !isPrevented;
  }
}

export function eventDouble() {
  const event = {
    prevented: false,
    defaultPrevented: false,
    preventDefault: () => {
      event.prevented = true;
      event.defaultPrevented = true;
    },
  };
  return event;
}
