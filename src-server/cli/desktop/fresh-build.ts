/**
 * Builds `out/` when it is missing or older than the sources, and reports that in one line. The configuration files of
 * vite and electron-vite decide what a build is.
 */

import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runTool } from './run-tool.ts';

/** The pages alone for a browser, the desktop app's processes as well, or the site of the documents. */
export type BuildTarget = 'renderer' | 'desktop' | 'site';

export interface BuildRequest {
  readonly root: string;
  readonly target: BuildTarget;
  readonly say: (line: string) => void;
  readonly abort: AbortSignal;
}

/** Null when `out/` is up to date; otherwise the output of the failed build. */
export async function ensureFreshBuild(request: BuildRequest): Promise<string | null> {
  if (isFresh(request.root, request.target)) return null;
  request.say(request.target === 'site' ? 'Building the documentation…' : 'Building the app…');
  const { packageName, words } = tools[request.target];
  const script = packageName === null ? SITE_SCRIPT : scriptOf(request.root, packageName);
  const end = await runTool(script, words, { cwd: request.root, abort: request.abort });
  if (end.exitCode === 0) return null;
  return end.output.trim() || 'the build was interrupted';
}

/** True when the last complete build of this target started after the last change of its inputs. */
export function isFresh(root: string, target: BuildTarget): boolean {
  return tools[target].parts.every((part) => {
    const stamp = statSync(join(root, 'out', `.built-${part}`), { throwIfNoEntry: false });
    return stamp !== undefined && sources[part].every((source) => newestChangeMs(join(root, source)) <= stamp.mtimeMs);
  });
}

const tools = {
  renderer: {
    packageName: 'vite',
    words: ['build', '--config', 'vite.renderer.config.ts', '--logLevel', 'warn'],
    parts: ['renderer'],
  },
  desktop: {
    packageName: 'electron-vite',
    words: ['build', '--logLevel', 'warn'],
    parts: ['main', 'renderer'],
  },
  // A script of Ballast itself.
  site: { packageName: null, words: [], parts: ['site'] },
} as const;

const SITE_SCRIPT = 'docs/site/build-site.ts';

const sources = {
  renderer: [
    'vite.renderer.config.ts',
    'package-lock.json',
    'src-renderer',
    'src-server/contract',
    'src-server/domain',
  ],
  site: [
    'package-lock.json',
    'README.md',
    'CONTRIBUTING.md',
    'docs',
    'fixtures',
    'src-server/contract',
    'src-server/cli',
  ],
  main: ['electron.vite.config.ts', 'vite.copied-packages.ts', 'package-lock.json', 'src-main', 'src-server'],
} as const;

/** Folders count too: deleting a file changes only its folder. */
function newestChangeMs(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestChangeMs(join(path, name))));
}

/** The JavaScript file behind a package's command; the shims in node_modules/.bin are no JavaScript on Windows. */
function scriptOf(root: string, packageName: string): string {
  const manifestFile = createRequire(join(root, 'package.json')).resolve(`${packageName}/package.json`);
  const { bin } = createRequire(manifestFile)(manifestFile) as { bin: Record<string, string> };
  return join(dirname(manifestFile), bin[packageName] ?? '');
}
