/** The port of the control plane to the lab. Results have the shape of the contract. */
import type { LabLifeQuery, LabRunFacts, LabRunWire, StartLabRun } from '../../contract/control/lab/lab-runs.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { World } from '../../engine/world.ts';

export interface LabService {
  /** Stored runs, oldest first. */
  list(): LabRunFacts[];
  /** `world`: the one that is served, whose portfolios are meant by their identifiers. */
  start(world: World, wanted: StartLabRun): Promise<Outcome<LabRunFacts>>;
  find(labRunId: string): Outcome<LabRunWire>;
  stop(labRunId: string): Outcome<LabRunFacts>;
  /** The lives that are over, line by line. */
  csv(labRunId: string): Outcome<string>;
  /** One of its lives as a scenario that plays it in full. 400 for one that it does not have, or on loaded prices. */
  scenario(labRunId: string, life: LabLifeQuery): Promise<Outcome<string>>;
  /** A page to print. */
  report(labRunId: string): Outcome<string>;
}
