/** Tests the meaning of the variables and of the platform, with the test's own variables. */

import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src-server/system/environment.ts';
import { proves } from '../conformance/proves.ts';

describe('the environment', () => {
  test('without variables is a quiet Linux machine without a display', () => {
    expect(readEnvironment({}, 'linux', 1000)).toEqual({
      debug: false,
      log: 'silent',
      colour: true,
      sessionSecret: null,
      flags: {},
      ci: false,
      display: false,
      root: false,
    });
  });

  test.each([
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['linux', { DISPLAY: '' }, false],
    ['darwin', {}, true],
    ['win32', {}, true],
  ])('on %s with %j has a display: %s', (platform, variables, display) => {
    expect(readEnvironment(variables, platform, 1000).display).toBe(display);
  });

  test.each([
    ['1', true],
    ['true', true],
    ['false', false],
    ['0', false],
    ['', false],
  ])('with CI=%j is a CI machine: %s', (value, ci) => {
    expect(readEnvironment({ CI: value }, 'linux', 1000).ci).toBe(ci);
  });

  test('knows root on Linux only, where it matters to Electron', () => {
    expect(readEnvironment({}, 'linux', 0).root).toBe(true);
    expect(readEnvironment({}, 'darwin', 0).root).toBe(false);
  });

  test('has the variables of flags, and no others', proves('R6.1'), () => {
    const variables = { BALLAST_PORT: '0', PATH: '/bin', BALLAST: '1' };
    expect(readEnvironment(variables, 'linux', 1).flags).toEqual({ BALLAST_PORT: '0' });
  });

  test('takes an unknown log level as silent', proves('K8'), () => {
    expect(readEnvironment({ BALLAST_LOG: 'loud' }, 'linux', 1).log).toBe('silent');
    expect(readEnvironment({ BALLAST_LOG: 'debug' }, 'linux', 1).log).toBe('debug');
    expect(readEnvironment({ BALLAST_LOG: 'requests' }, 'linux', 1).log).toBe('requests');
  });
});
