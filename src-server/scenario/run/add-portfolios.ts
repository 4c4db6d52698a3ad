/** Adds the portfolios of a file to a world, all of them or none: their commands share one unit of work. */
import type { WorldContents } from '../../contract/scenario/world-file.ts';
import { accepted, type Outcome, refusedFor, type ValidationIssue } from '../../engine/outcome.ts';
import type { World } from '../../engine/world.ts';
import { addPortfolio } from './populate-world.ts';

/** Their ids in the order of the entries; 400 with every refusal, at its place in the list, and nothing changed. */
export function addPortfolios(world: World, entries: WorldContents['portfolios']): Outcome<readonly string[]> {
  try {
    return world.kernel.execute((unit) =>
      world.kernel.joinUnit(unit, () => {
        const faults: ValidationIssue[] = [];
        const ids = entries.map((entry, index) => addPortfolio(world, entry, `/portfolios/${index}`, faults));
        if (faults.length > 0) throw new RefusedPortfolios(faults);
        return accepted(ids.flatMap((id) => (id === null ? [] : [id])));
      }),
    );
  } catch (error) {
    if (!(error instanceof RefusedPortfolios)) throw error;
    return refusedFor('The portfolios cannot be created', error.faults);
  }
}

/** Rolls back earlier commands after a refusal. */
class RefusedPortfolios extends Error {
  readonly faults: readonly ValidationIssue[];

  constructor(faults: readonly ValidationIssue[]) {
    super('portfolios were refused');
    this.faults = faults;
  }
}
