import { describe } from 'vitest';

/**
 * `describe` for tests that need something of the machine. Without it they are skipped and say why, or fail where
 * BALLAST_CI is set. The title is the same either way.
 * @param lack what is missing and how to get it, or null where nothing is
 */
export function describeWhere(lack: string | null, title: string, tests: () => void): void {
  if (lack !== null && process.env.BALLAST_CI) throw new Error(lack);
  if (lack !== null) console.warn(`skipped: ${title} (${lack})`);
  describe.runIf(lack === null)(title, tests);
}
