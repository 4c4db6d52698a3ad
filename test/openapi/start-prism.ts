/** Prism as a validating proxy in front of a server: on loopback, on a free port, stopped by its own process. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { type RunningProcess, runProcess } from '../support/run-process.ts';
import { newFolder } from '../support/start-ballast.ts';

const prism = join(packageRoot(), 'node_modules/@stoplight/prism-cli/dist/index.js');
const running = new Set<RunningProcess>();

/**
 * Starts Prism with a document in front of `upstream`; whatever violates the document is an error. Returns its address.
 */
export async function startPrism(document: unknown, upstream: string): Promise<string> {
  const file = join(newFolder(), 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const args = [prism, 'proxy', file, upstream, '--errors', '--host', '127.0.0.1', '--port', '0'];
  const run = runProcess(process.execPath, args, { env: { NO_COLOR: '1' } });
  running.add(run);
  return new Promise((resolve, reject) => {
    run.child.stdout?.on('data', () => {
      const [, address] = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(run.stdout()) ?? [];
      if (address !== undefined) resolve(address);
    });
    run.ended.then(() => reject(new Error(`Prism ended:\n${run.stdout()}\n${run.stderr()}`)));
  });
}

/** Stops every Prism that this file started. */
export async function stopPrisms(): Promise<void> {
  for (const { child, ended } of running) {
    child.kill();
    await ended;
  }
  running.clear();
}
