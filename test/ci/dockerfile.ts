/** Reads from the Dockerfile, for tests without a container, how the container starts and how its health is checked. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { runProcess } from '../support/run-process.ts';

export const dockerfile = readFileSync(join(packageRoot(), 'Dockerfile'), 'utf8');

const argsAfter = (start: RegExp): string[] => JSON.parse(start.exec(dockerfile)?.[1] ?? '[]');

/** `node`, the script and the arguments of `ballast serve`. */
export const entryPoint = argsAfter(/^ENTRYPOINT (\[.*\])$/m);

/** The command that ends with 0 where the container is healthy. */
export const healthCheck = argsAfter(/^HEALTHCHECK .*\n {2}CMD (\[.*\])$/m);

/** The image that the container is built on. */
export const baseImage = /^FROM (\S+)$/m.exec(dockerfile)?.[1];

/** Runs the command of the health check, with the port of a server on this machine instead of the container's. */
export async function isHealthy(port: number): Promise<boolean> {
  const [node, ...args] = healthCheck.map((arg) => arg.replace('127.0.0.1:4710', `127.0.0.1:${port}`));
  if (node !== 'node') throw new Error(`the health check runs ${node}, not node`);
  const { exitCode } = await runProcess(process.execPath, args).ended;
  return exitCode === 0;
}
