/** The built server, as a user starts it: in its own process, without the memory that running from source takes. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src-server/system/package-root.ts';
import { ADMIN_TOKEN, API_KEY } from './ballast-server.ts';
import { residentMbOf, type StartedServer } from './child-server.ts';

/** Returns the file that starts it, after building it if it is missing; prints the time of the build. */
export function builtServer(): string {
  const root = packageRoot();
  const built = join(root, 'out/server/ballast.js');
  if (!existsSync(built)) build(root);
  console.error(`measuring the build of ${statSync(built).mtime.toISOString()}; npm run build makes a new one`);
  return built;
}

function build(root: string): void {
  console.error('out/server is not built: running npm run build');
  const { status } = spawnSync('npm', ['run', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: true,
  });
  if (status !== 0) throw new Error('npm run build failed');
}

/** `flags`: those of `serve` in addition to the port and the keys of the benchmarks. */
export async function startBuiltServer(flags: readonly string[]): Promise<StartedServer> {
  const keys = ['--api-key', API_KEY, '--admin-token', ADMIN_TOKEN];
  const args = [builtServer(), 'serve', '--port', '0', '--json', ...keys, ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { base_url } = JSON.parse(await firstLine(child, args)) as { base_url: string };
  return {
    origin: new URL(base_url).origin,
    residentMb: () => residentMbOf(child),
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Returns the first line that a process writes to stdout; rejects if it ends before. */
export function firstLine(child: ChildProcess, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.once('exit', (code) => reject(new Error(`node ${args.join(' ')} ended with ${code} without a line`)));
  });
}
