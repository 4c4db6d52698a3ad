/**
 * Builds `out/` when it is missing or older than the sources, and reports that in one line. The configuration files of
 * vite and electron-vite define the build.
 */

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type BuildPart, isPartFresh } from './build-freshness.js';
import { runTool } from './run-tool.ts';

/**
 * Only the pages for a browser, the desktop app's processes as well, the installed files without a window, or the
 * documentation site.
 */
export type BuildTarget = 'renderer' | 'desktop' | 'server' | 'site';

interface BuildRequest {
  readonly root: string;
  readonly target: BuildTarget;
  readonly say: (line: string) => void;
  readonly abort: AbortSignal;
}

/** Returns null when `out/` is up to date; otherwise the output of the failed build. */
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

/** Returns true when every part of this target is as new as its inputs. */
export function isFresh(root: string, target: BuildTarget): boolean {
  return TARGETS[target].parts.every((part) => isPartFresh(root, part));
}

interface Target {
  readonly announcement: string;
  readonly parts: readonly BuildPart[];
  /** A package of npm or a script of Ballast, followed by its arguments. */
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

/**
 * Returns the JavaScript file behind a package's command; on Windows, the shims in node_modules/.bin are not
 * JavaScript.
 */
function scriptOf(root: string, packageName: string): string {
  const manifestFile = createRequire(join(root, 'package.json')).resolve(`${packageName}/package.json`);
  const { bin } = createRequire(manifestFile)(manifestFile) as { bin: Record<string, string> };
  return join(dirname(manifestFile), bin[packageName] ?? '');
}
