/**
 * Installs one of the peers of package.json, in the version it names, into its own folder below
 * bench/peers/node_modules, which git ignores; once, for all later runs. Runs no scripts of packages and does not
 * change Ballast's own packages.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

export interface Peer {
  readonly version: string;
  /** The script for Node. */
  readonly program: string;
}

/** Rejects with npm's reason if it cannot be installed. */
export async function installPeer(name: string): Promise<Peer> {
  const version = dependencies[name];
  if (version === undefined) throw new Error(`${name} is not in bench/peers/package.json`);
  const folder = join(here, 'node_modules', `${name.replaceAll('/', '+')}@${version}`);
  const installed = join(folder, 'node_modules', name, 'package.json');
  if (!existsSync(installed)) {
    mkdirSync(folder, { recursive: true });
    const wanted = { private: true, dependencies: { [name]: version } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(wanted));
    await npmInstall(folder);
  }
  const { bin } = JSON.parse(readFileSync(installed, 'utf8')) as { readonly bin: Readonly<Record<string, string>> };
  return { version, program: join(folder, 'node_modules', name, Object.values(bin)[0] ?? '') };
}

function npmInstall(cwd: string): Promise<void> {
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const npm = spawn('npm', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], shell: process.platform === 'win32' });
  let stderr = '';
  npm.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    npm.once('error', reject);
    npm.once('close', (code) => {
      const [reason = 'no reason'] = stderr.split('\n').filter((line) => line.startsWith('npm error'));
      if (code === 0) resolve();
      else reject(new Error(`npm install ended with ${code}: ${reason}`));
    });
  });
}
