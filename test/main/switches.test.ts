/**
 * The switches that the packaged app starts with (decision A13): those that are known to be harmless, and no others.
 */
import { expect, test } from 'vitest';
import { refusedSwitches } from '../../src-main/security.ts';
import { proves } from '../conformance/proves.ts';

const app = (isPackaged: boolean, inForce: readonly string[] = []) => ({
  isPackaged,
  commandLine: { hasSwitch: (name: string) => inForce.includes(name) } as never,
});

test.each([
  [['--lang=de', '--force-device-scale-factor=2', '--ballast-port=4711', '--ballast-memory', 'a.ballast.yaml'], []],
  [['-psn_0_12345', '/home/a/b.ballast.yaml'], []],
  [['--', '--no-sandbox.ballast.yaml'], []],
  [['--no-sandbox'], ['no-sandbox']],
  [['-js-flags=--expose-gc'], ['js-flags']],
  [['--Remote-Debugging-Port=9222'], ['remote-debugging-port']],
  [
    ['--disable-features=SitePerProcess', '--enable-blink-features=X'],
    ['disable-features', 'enable-blink-features'],
  ],
  [
    ['--user-data-dir=/tmp/x', '--inspect', '--renderer-cmd-prefix=x'],
    ['user-data-dir', 'inspect', 'renderer-cmd-prefix'],
  ],
  [['--a-switch-of-the-next-chromium'], ['a-switch-of-the-next-chromium']],
])('%j: refused are %j', proves('A13'), (given, refused) => {
  expect(refusedSwitches(app(true), ['/opt/ballast', ...given])).toEqual(refused);
  expect(refusedSwitches(app(false), ['/opt/ballast', ...given])).toEqual([]);
});

test('a switch that is in force without an argument is refused, too', proves('A13'), () => {
  expect(refusedSwitches(app(true, ['no-sandbox']), ['/opt/ballast'])).toEqual(['no-sandbox']);
});
