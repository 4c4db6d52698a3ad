/**
 * The packages that deep tests fetch from the registry of npm: other package managers, other versions of Node. Where
 * that cannot be reached, tests say so and are skipped; where BALLAST_CI is set they fail instead.
 */

import { TestRunner } from 'vitest';
import { toolsFolder } from './packed-ballast.ts';

const NOT_FETCHED = 'the registry of npm could not be reached';

/** Their `node_modules`, null where they are missing or no deep test runs; `what` would be tested with them. */
export async function fetchedTools(what: string): Promise<string | null> {
  if (!TestRunner.matchesTags(['deep'])) return null;
  const tools = await toolsFolder();
  if (tools === null && process.env.BALLAST_CI) throw new Error(NOT_FETCHED);
  if (tools === null) console.warn(`skipped: ${what} (${NOT_FETCHED})`);
  return tools;
}
