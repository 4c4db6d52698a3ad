/**
 * Builds `out/` when it is missing or older than the sources, and reports that in one line. The configuration files of
 * vite and electron-vite decide what a build is.
 */

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type BuildPart, isPartFresh } from './build-freshness.js';
import { runTool } from './run-tool.ts';

/** The pages alone for a browser, the desktop app's processes as well, what is installed without a window, or the site of the documents. */
export type BuildTarget = 'renderer' | 'desktop' | 'server' | 'site';

interface BuildRequest {
  readonly root: string;
  readonly target: BuildTarget;
  readonly say: (line: string) => void;
  readonly abort: AbortSignal;
}

/** Null when `out/` is up to date; otherwise the output of the failed build. */
export async function ensureFreshBuild({ root, target, say, abort }: BuildRequest): Promise<string | null> {
  if (isFresh(root, target)) return null;
  const { announcement, commands } = TARGETS[target];
  say(announcement);
  for (const [tool, ...args] of commands) {
    const script = tool.includes('/') ? tool : scriptOf(root, tool);
    const end = await runTool(script, args, { cwd: root, abort });
    if (end.exitCode !== 0) return end.output.trim() || 'the build was interrupted';
  }
  return null;
}

/** True when every part of this target is as new as its inputs. */
export function isFresh(root: string, target: BuildTarget): boolean {
  return TARGETS[target].parts.every((part) => isPartFresh(root, part));
}

interface Target {
  readonly announcement: string;
  readonly parts: readonly BuildPart[];
  /** A package of npm or a script of Ballast, with its arguments. */
  readonly commands: readonly (readonly [tool: string, ...words: string[]])[];
}

const viteBuild = (config: string) => ['vite', 'build', '--config', config, '--logLevel', 'warn'] as const;
const APP = 'Building the app…';

const TARGETS: Readonly<Record<BuildTarget, Target>> = {
  renderer: { announcement: APP, parts: ['renderer'], commands: [viteBuild('vite.renderer.config.ts')] },
  desktop: {
    announcement: APP,
    parts: ['main', 'renderer'],
    commands: [['electron-vite', 'build', '--logLevel', 'warn']],
  },
  server: {
    announcement: 'Building the command line…',
    parts: ['server', 'testing', 'types'],
    commands: [viteBuild('vite.server.config.ts'), viteBuild('vite.testing.config.ts'), ['.ci/build-types.js']],
  },
  site: {
    announcement: 'Building the documentation…',
    parts: ['site'],
    commands: [['docs/site/build-site.ts']],
  },
};

/** The JavaScript file behind a package's command; the shims in node_modules/.bin are no JavaScript on Windows. */
function scriptOf(root: string, packageName: string): string {
  const manifestFile = createRequire(join(root, 'package.json')).resolve(`${packageName}/package.json`);
  const { bin } = createRequire(manifestFile)(manifestFile) as { bin: Record<string, string> };
  return join(dirname(manifestFile), bin[packageName] ?? '');
}
