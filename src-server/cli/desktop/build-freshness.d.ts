/** The types of `build-freshness.js`. */

/**
 * The parts of `out/`: the pages, the desktop app's processes, the command line, `ballast/testing` and its types, the
 * site.
 */
export type BuildPart = 'renderer' | 'main' | 'server' | 'testing' | 'types' | 'site';

export function isPartFresh(root: string, part: BuildPart): boolean;
