/** The port of the control plane to the sweeps of scenarios. Results have the shape of the contract. */
import type { StartSweep, SweepFacts, SweepWire } from '../../contract/control/scenarios/sweeps.ts';
import type { Outcome } from '../../engine/outcome.ts';

export interface SweepService {
  /** Stored sweeps, oldest first. */
  list(): SweepFacts[];
  start(wanted: StartSweep): Promise<Outcome<SweepFacts>>;
  /** `figure`: the one to return in full; `null`: one that differs between runs. */
  find(sweepId: string, figure: string | null): Outcome<SweepWire>;
  stop(sweepId: string): Outcome<SweepFacts>;
}
