/**
 * The arguments that `npm start` passes to the desktop app: the port, the folders of the world and of the user's
 * scenarios, and the world's options. Without them it uses the default port and Electron's own folder. Unknown
 * arguments belong to Chromium and are ignored.
 */

import { join } from 'node:path';
import type { ServerPlace } from './server-messages.ts';

export function serverPlace(argv: readonly string[], userDataDir: string): ServerPlace {
  const port = Number(textAfter(argv, '--ballast-port=') ?? defaultPort);
  const world = textAfter(argv, '--ballast-world=');
  const dataDir = argv.includes('--ballast-memory') ? null : textAfter(argv, '--ballast-data=');
  return {
    port: Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : defaultPort,
    dataDir: dataDir === undefined ? join(userDataDir, 'world') : dataDir,
    ownScenarios: textAfter(argv, '--ballast-scenarios=') ?? join(userDataDir, 'scenarios'),
    ...(world === undefined ? {} : { world: JSON.parse(decodeURIComponent(world)) }),
  };
}

const defaultPort = 4710;

function textAfter(argv: readonly string[], prefix: string): string | undefined {
  return argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length);
}
