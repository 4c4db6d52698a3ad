/**
 * The utility process of the desktop app: the same composition root as everywhere else, with the world's folder and
 * port as its one argument. It reports that it is ready, or why not, opens scenario files that the user chose, and
 * closes on request. It is the only module here with effects at import.
 */

import { type BallastServer, createBallast, StartupError } from '../src-server/app.ts';
import { readEnvironment } from '../src-server/system/environment.ts';
import { makeFilesPrivate } from '../src-server/system/files/private-files.ts';
import { userFolders } from '../src-server/system/files/user-folders.ts';
import { appServerOptions } from '../src-server/system/server-defaults.ts';
import {
  type FailedMessage,
  isOpenRequest,
  isStop,
  type OpenedMessage,
  type ReadyMessage,
  type RefusedMessage,
  type ServerPlace,
} from './server/server-messages.ts';

const { parentPort } = process;
const place = JSON.parse(process.argv.at(-1) ?? 'null') as ServerPlace;
const stopRequested = new Promise<void>((resolve) => {
  parentPort.on('message', ({ data }) => {
    if (isStop(data)) resolve();
  });
});

try {
  makeFilesPrivate();
  const { log, sessionSecret } = readEnvironment();
  const options = { ...appServerOptions(place, log), cacheDir: userFolders().cacheDir };
  const ballast = await createBallast(sessionSecret === null ? options : { ...options, sessionSecret });
  parentPort.on('message', ({ data }) => {
    if (isOpenRequest(data)) void openScenario(ballast, data.path).then((result) => parentPort.postMessage(result));
  });
  parentPort.postMessage({
    kind: 'ready',
    baseUrl: ballast.baseUrl,
    address: ballast.newAddress(),
  } satisfies ReadyMessage);
  await stopRequested;
  await ballast.stop();
  process.exit(0);
} catch (failure) {
  if (!(failure instanceof StartupError)) throw failure;
  const lines = failure.lines.length > 0 ? failure.lines : [failure.message];
  parentPort.postMessage({ kind: 'failed', exitCode: failure.exitCode, lines } satisfies FailedMessage);
  process.exit(failure.exitCode);
}

async function openScenario(ballast: BallastServer, path: string): Promise<OpenedMessage | RefusedMessage> {
  const opened = await ballast.openScenario(path);
  return 'file' in opened
    ? { kind: 'scenario-opened', path, file: opened.file }
    : { kind: 'scenario-refused', path, reason: opened.reason };
}
