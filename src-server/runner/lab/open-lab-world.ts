/** Creates a world in memory from contents, from which the lab takes its portfolios. Starts no server. */
import type { WorldContents } from '../../contract/scenario/world-file.ts';
import type { LinearSolver } from '../../domain/budget/linear-solver.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import type { World } from '../../engine/world.ts';
import { createSqliteSettingsStore } from '../../store/world/sqlite-settings-store.ts';
import { packageRoot } from '../../system/package-root.ts';
import { serverDefaults } from '../../system/server-defaults.ts';
import { chooseContents, makeNewWorld } from '../../world/contents/world-contents.ts';
import type { MarketFacts } from '../../world/market-facts.ts';
import { openWorld } from '../../world/open-world.ts';
import { openWorldDatabase } from '../../world/world-database.ts';
import type { WorldOptions } from '../../world/world-options.ts';

export interface LabWorldParts {
  readonly facts: MarketFacts;
  readonly solver: LinearSolver;
}

interface LabWorldWanted {
  readonly contents: WorldContents;
  readonly seed: number;
  readonly startAtMs: number | null;
  /** Formats an issue of the contents as a line for people. */
  readonly describe: (fault: ValidationIssue) => string;
  /** The file that series are relative to; `null`: series must not be named. */
  readonly place: { readonly file: string; readonly root: string | null } | null;
}

interface OpenedLabWorld {
  readonly world: World;
  close(): void;
}

/** Rejects with `StartupError` 65 and a line for each issue of the contents. */
export async function openLabWorld(parts: LabWorldParts, wanted: LabWorldWanted): Promise<OpenedLabWorld> {
  const { contents: world, seed, startAtMs, describe, place } = wanted;
  const options: WorldOptions = {
    ...serverDefaults,
    dataDir: null,
    demo: false,
    recordCommands: false,
    clockMode: 'manual',
    seed,
    startAt: startAtMs,
    contents: place === null ? { world, describe } : { world, describe, place },
  };
  const contents = await chooseContents(options, packageRoot(), parts.facts.market);
  const database = openWorldDatabase(null, packageRoot());
  try {
    const opened = openWorld(options, parts.facts.market, database, parts.solver, contents?.own ?? null);
    const settings = createSqliteSettingsStore(database);
    makeNewWorld(opened.world, opened.webhooks, settings, contents, () => null);
    return { world: opened.world, close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}
