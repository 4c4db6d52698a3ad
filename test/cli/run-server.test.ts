/** The life of one server process, especially a signal that comes before there is anything to close. */

import { expect, test } from 'vitest';
import { runServer } from '../../src-server/cli/run-server.ts';
import type { Shutdown } from '../../src-server/cli/shutdown-signals.ts';
import { serverDefaults } from '../../src-server/system/server-defaults.ts';

test('a server that is stopped before it starts ends with 0 and is never ready', async () => {
  let readies = 0;
  const exitCode = await runServer({ ...serverDefaults, port: 0 }, requestedAfter(0), () => {
    readies += 1;
  });
  expect({ exitCode, readies }).toEqual({ exitCode: 0, readies: 0 });
});

test('a server that is stopped while it starts is closed again without having been ready', async () => {
  let readies = 0;
  const exitCode = await runServer({ ...serverDefaults, port: 0 }, requestedAfter(1), () => {
    readies += 1;
  });
  expect({ exitCode, readies }).toEqual({ exitCode: 0, readies: 0 });
});

test('a server that is ready responds until it is stopped, and not afterwards', async () => {
  let url = '';
  let ask: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const shutdown: Shutdown = { requested, isRequested: () => false };
  const ended = runServer({ ...serverDefaults, port: 0 }, shutdown, (ballast) => {
    url = ballast.formAUrl;
    void fetch(url).then(ask);
  });
  expect(await ended).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

/** A shutdown that is requested once it was checked this many times. */
function requestedAfter(looks: number): Shutdown {
  let seen = 0;
  return {
    requested: Promise.resolve(),
    isRequested: () => {
      seen += 1;
      return seen > looks;
    },
  };
}
