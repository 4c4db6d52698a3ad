/** Reads the file of a lab run into its task, or reports every error at its line (decision P1). */
import { type LabFile, labFile } from '../../contract/scenario/lab-file.ts';
import type { LinearSolver } from '../../domain/budget/linear-solver.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import type { World } from '../../engine/world.ts';
import type { LabPortfolio } from '../../lab/lab-task.ts';
import { type LabRequest, makeLabTask } from '../../lab/make-lab-task.ts';
import { MAX_WORLD_BYTES } from '../../scenario/load/read-world.ts';
import { describeFault, type PlaceOf, readYaml } from '../../scenario/load/read-yaml.ts';
import { readSource } from '../../system/files/read-source.ts';
import { readSeries } from '../../world/contents/series-files.ts';
import type { MarketFacts } from '../../world/market-facts.ts';
import { StartupError } from '../../world/startup-error.ts';
import { contentsOfWorld } from '../library/world-reference.ts';
import { inPaths, seriesOf } from './lab-history.ts';
import { portfoliosOf } from './lab-portfolios.ts';
import { openLabWorld } from './open-lab-world.ts';

export interface LoadedLab extends LabRequest {
  readonly name: string;
}

interface LabSource {
  readonly file: string;
  readonly root: string;
  readonly lab: LabFile;
  readonly placeOf: PlaceOf;
}

/** Throws `StartupError` 65 with a line for each error. */
export async function loadLab(
  file: string,
  root: string,
  parts: { readonly facts: MarketFacts; readonly solver: LinearSolver },
): Promise<LoadedLab> {
  const source = readSource(file, MAX_WORLD_BYTES);
  if (!source.ok) throw new StartupError(65, [`${file}: ${source.issue}`]);
  const read = readYaml(file, source.text, labFile);
  if (!read.ok) throw new StartupError(65, read.faults.map(describeFault));
  const from: LabSource = { file, root, lab: read.value, placeOf: read.placeOf };
  const { lab } = from;
  const { contents, file: worldFile, describe } = contentsOfWorld(from, lab.world);
  const startAtMs = parseInstant(lab.clock);
  const place = { file: worldFile, root };
  const opened = await openLabWorld(parts, { contents, seed: lab.seed, startAtMs, describe, place });
  try {
    return { name: lab.name, ...requestOf(from, opened.world) };
  } finally {
    opened.close();
  }
}

function requestOf({ file, root, lab, placeOf }: LabSource, world: World): LabRequest {
  const portfolios = chosenOf(lab, portfoliosOf(world));
  const entries = 'history' in lab.paths ? lab.paths.history : [];
  const read = readSeries(entries, { file, root }, world.market);
  const issues: ValidationIssue[] = [...portfolios.issues, ...read.faults.map(inPaths)];
  const made = makeLabTask(world, portfolios.chosen, lab, seriesOf(read.series));
  if (!made.ok) issues.push(...made.issues);
  if (made.ok && issues.length + read.badRows.length === 0) return made.made;
  const lines = issues.map(({ path, issue }) => describeFault({ file, ...placeOf(path), pointer: path, issue }));
  throw new StartupError(65, [...lines, ...read.badRows]);
}

function chosenOf({ portfolios: names }: LabFile, all: readonly LabPortfolio[]) {
  const issues: ValidationIssue[] = [];
  if (all.length === 0) issues.push({ path: '/world', issue: 'has no portfolio to test policies on' });
  if (names === undefined) return { chosen: all, issues };
  const chosen = names.flatMap((name, index) => {
    const found = all.find((portfolio) => portfolio.name === name);
    if (found !== undefined) return [found];
    const known = all.map((portfolio) => portfolio.name).join(', ');
    issues.push({ path: `/portfolios/${index}`, issue: `names ${name}, which the world does not have: ${known}` });
    return [];
  });
  return { chosen, issues };
}
