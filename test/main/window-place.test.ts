/** Where the window opens: at its last place, unless that no longer exists; and how that file survives a crash. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeOnScreen } from '../../src-main/window/window-place.ts';
import { proves } from '../conformance/proves.ts';
import { BootedDesktop } from '../support/desktop/booted-desktop.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const monitor = { x: 1440, y: 0, width: 2560, height: 1400 };
const was = { isMaximized: false, isFullScreen: false, zoomLevel: 0 };

describe('a stored place', () => {
  test('applies on the display with most of it', proves('L87'), () => {
    const saved = { ...was, x: 2000, y: 100, width: 1500, height: 1000 };
    expect(placeOnScreen(saved, [laptop, monitor])).toEqual({ x: 2000, y: 100, width: 1500, height: 1000 });
  });

  test('on an unplugged display is replaced with the middle of the main one', proves('L87'), () => {
    const saved = { ...was, x: 2000, y: 100, width: 1500, height: 1000 };
    expect(placeOnScreen(saved, [laptop])).toEqual({ width: 1440, height: 875 });
  });

  test('is moved so that all of the window is visible, and made no larger than its display', proves('L87'), () => {
    const beyond = { ...was, x: 900, y: 400, width: 1000, height: 700 };
    expect(placeOnScreen(beyond, [laptop])).toEqual({ x: 440, y: 200, width: 1000, height: 700 });
    const huge = { ...was, x: 0, y: 0, width: 5000, height: 4000 };
    expect(placeOnScreen(huge, [laptop])).toEqual({ x: 0, y: 25, width: 1440, height: 875 });
  });

  test('is made large enough to work in, but not larger than a small display', proves('L87'), () => {
    const tiny = { ...was, x: 10, y: 30, width: 200, height: 100 };
    expect(placeOnScreen(tiny, [laptop])).toMatchObject({ width: 960, height: 600 });
    expect(placeOnScreen(null, [{ x: 0, y: 0, width: 800, height: 480 }])).toEqual({ width: 800, height: 480 });
  });
});

describe('the next start', () => {
  let desktop: BootedDesktop;
  beforeEach(() => {
    desktop = new BootedDesktop();
  });
  afterEach(() => desktop.end());

  async function moveAndClose(): Promise<void> {
    await desktop.bootReady();
    desktop.window.bounds = { x: 40, y: 60, width: 1200, height: 800 };
    desktop.window.maximized = true;
    desktop.contents.zoomLevel = 1.5;
    desktop.window.emit('close');
  }

  test('restores size, position, state and zoom of the last one', proves('L87'), async () => {
    await moveAndClose();
    desktop.startAgain();
    await desktop.bootReady();
    desktop.contents.emit('dom-ready');
    const { options, maximized, fullScreen } = desktop.window;
    expect(options).toMatchObject({ x: 40, y: 60, width: 1200, height: 800 });
    expect({ maximized, fullScreen, zoom: desktop.contents.zoomLevel }).toEqual({
      maximized: true,
      fullScreen: false,
      zoom: 1.5,
    });
  });

  test('leaves no half-written file behind, and writes nothing where nothing changed', proves('L87'), async () => {
    await moveAndClose();
    const { memoryFile } = desktop.settings;
    expect(existsSync(`${memoryFile}.new`)).toBe(false);
    const text = readFileSync(memoryFile, 'utf8');
    // Another program's change would be overwritten by any write.
    writeFileSync(memoryFile, `${text}\n`);
    desktop.startAgain();
    await desktop.bootReady();
    desktop.window.bounds = { x: 40, y: 60, width: 1200, height: 800 };
    desktop.contents.emit('dom-ready');
    desktop.window.emit('close');
    expect(readFileSync(memoryFile, 'utf8')).toBe(`${text}\n`);
  });

  const broken = [
    '',
    '{"window": {"x": 1',
    '[]',
    '{"window": {"x": "left", "y": 0, "width": 1200, "height": 800}, "notifies": false}',
    '{"window": {"x": 0, "y": 0, "width": -5, "height": 1e9, "isMaximized": true}}',
  ];

  test.each(broken)('begins as new where the file is broken: %s', proves('L87'), async (text) => {
    writeFileSync(desktop.settings.memoryFile, text);
    await desktop.bootReady();
    const { x, width, height } = desktop.window.options;
    expect({ x, width, height, maximized: desktop.window.maximized }).toEqual({
      x: undefined,
      width: 1440,
      height: 900,
      maximized: false,
    });
    // The readable part of it still applies.
    expect(desktop.item('View > Notify me when a rebalance ends').checked).toBe(!text.includes('"notifies": false'));
  });

  test('continues where its memory cannot be written', proves('L87'), async () => {
    await desktop.bootReady({ memoryFile: '/dev/null/desktop.json' });
    desktop.window.emit('resize');
    desktop.window.emit('close');
    expect(desktop.double.boxes).toEqual([]);
  });
});
