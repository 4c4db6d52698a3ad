/**
 * What `npm start` tells the desktop app: the port, and where the world is kept. Started by hand it takes the usual port
 * and Electron's own folder. Refuses to complain: what it does not know belongs to Chromium.
 */

import { join } from 'node:path';
import type { ServerPlace } from './server/server-messages.ts';

export function serverPlace(words: readonly string[], userDataDir: string): ServerPlace {
  const port = Number(textAfter(words, '--ballast-port=') ?? defaultPort);
  const dataDir = words.includes('--ballast-memory') ? null : textAfter(words, '--ballast-data=');
  return {
    port: Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : defaultPort,
    dataDir: dataDir === undefined ? join(userDataDir, 'world') : dataDir,
  };
}

const defaultPort = 4710;

function textAfter(words: readonly string[], prefix: string): string | undefined {
  return words.find((word) => word.startsWith(prefix))?.slice(prefix.length);
}
