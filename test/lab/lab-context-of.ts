/** Creates a lab run without threads for tests: its lives and its paths, from the contents of a world file. */
import { startLabRun } from '../../src-server/contract/control/lab/lab-runs.ts';
import { worldContents } from '../../src-server/contract/scenario/world-file.ts';
import type { TargetRecord } from '../../src-server/engine/records.ts';
import { makeLabTask } from '../../src-server/lab/make-lab-task.ts';
import { LabContext } from '../../src-server/runner/lab/lab-context.ts';
import { portfoliosOf } from '../../src-server/runner/lab/lab-portfolios.ts';
import { openLabWorld } from '../../src-server/runner/lab/open-lab-world.ts';
import { loadLinearSolver } from '../../src-server/system/highs-solver.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../src-server/world/market-facts.ts';

export const solver = await loadLinearSolver();

/** `contents`: as in a world file; `targets` replace those of its portfolios; `terms`: as in `POST /sim/lab-runs`, without portfolios. */
export async function labContextOf(
  contents: unknown,
  terms: object,
  { seed = 1, targets }: { seed?: number; targets?: readonly TargetRecord[] } = {},
): Promise<LabContext> {
  const parts = { facts: readMarketFacts(packageRoot()), solver };
  const opened = await openLabWorld(parts, {
    contents: worldContents.parse(contents),
    seed,
    startAtMs: null,
    describe: ({ path, issue }) => `${path} ${issue}`,
    place: null,
  });
  try {
    // A portfolio of Form A has none before its first rebalance.
    for (const { portfolioId } of targets === undefined ? [] : opened.world.portfolios.list()) {
      opened.world.kernel.execute(() => opened.world.portfolios.replaceTargets(portfolioId, targets ?? []));
    }
    const portfolios = portfoliosOf(opened.world);
    const {
      name: _name,
      portfolios: _none,
      threads: _one,
      ...wanted
    } = startLabRun.parse({
      portfolios: ['pf_00000000000000000000000000'],
      ...terms,
    });
    const made = makeLabTask(opened.world, portfolios, wanted, []);
    if (!made.ok) throw new Error(JSON.stringify(made.issues));
    return new LabContext(made.made.task);
  } finally {
    opened.close();
  }
}
