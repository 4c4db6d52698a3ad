/**
 * The small parts of the desktop: its arguments, the messages between its processes, and the data that a page receives.
 */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { versionArgument, versionFrom } from '../../src-main/bridge/desktop-bridge.ts';
import { isFailed, isReady, isStop, stopRequest } from '../../src-main/server/server-messages.ts';
import { serverPlace } from '../../src-main/server/server-place.ts';
import { proves } from '../conformance/proves.ts';

describe('the place of the server', () => {
  test('is the one that npm start names', () => {
    const argv = [
      'electron',
      '.',
      '--ballast-port=4711',
      '--ballast-data=/home/u/world',
      '--ballast-scenarios=/home/u/tests',
    ];
    expect(serverPlace(argv, '/user')).toEqual({
      port: 4711,
      dataDir: '/home/u/world',
      ownScenarios: '/home/u/tests',
    });
    expect(serverPlace([...argv, '--ballast-memory'], '/user').dataDir).toBeNull();
  });

  test("is the usual port and the app’s own folder otherwise, whatever Chromium's flags say", proves('K6'), () => {
    const usual = { port: 4710, dataDir: join('/user', 'world'), ownScenarios: join('/user', 'scenarios') };
    expect(serverPlace(['electron', '--disable-gpu'], '/user')).toEqual(usual);
    expect(serverPlace(['electron', '--ballast-port=99999'], '/user')).toEqual(usual);
  });
});

describe('messages between the processes', () => {
  test('are recognised by their exact shape', () => {
    expect(isReady({ kind: 'ready', baseUrl: 'http://127.0.0.1:1', address: 'http://127.0.0.1:1/?entry=x' })).toBe(
      true,
    );
    expect(isReady({ kind: 'ready', baseUrl: 'http://127.0.0.1:1' })).toBe(false);
    expect(isReady({ kind: 'ready' })).toBe(false);
    expect(isFailed({ kind: 'failed', exitCode: 2, lines: ['x'] })).toBe(true);
    expect(isFailed({ kind: 'failed', exitCode: '2', lines: [] })).toBe(false);
    expect(isStop(stopRequest)).toBe(true);
    for (const other of [null, 'stop', 3, {}])
      expect([isReady(other), isFailed(other), isStop(other)]).not.toContain(true);
  });
});

test('a page receives the version through an argument of its process', () => {
  expect(versionFrom(['electron', versionArgument('1.2.3')])).toBe('1.2.3');
  expect(versionFrom([])).toBe('');
});
