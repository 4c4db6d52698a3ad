/** The port of the control plane to the lab. Results have the shape of the contract. */
import type { LabLifeQuery, LabRunFacts, LabRunWire, StartLabRun } from '../../contract/control/lab/lab-runs.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { World } from '../../engine/world.ts';

export interface LabService {
  /** Stored runs, oldest first. */
  list(): LabRunFacts[];
  /** `world`: the served world, whose portfolios are named by their ids. */
  start(world: World, wanted: StartLabRun): Promise<Outcome<LabRunFacts>>;
  find(labRunId: string): Outcome<LabRunWire>;
  stop(labRunId: string): Outcome<LabRunFacts>;
  /** One line for each finished life. */
  csv(labRunId: string): Outcome<string>;
  /** One of its lives as a scenario for full execution. 400 for an unknown life, or one on loaded prices. */
  scenario(labRunId: string, life: LabLifeQuery): Promise<Outcome<string>>;
  /** A page to print. */
  report(labRunId: string): Outcome<string>;
}
