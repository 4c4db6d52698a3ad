/** What the control plane asks of whoever sweeps scenarios for it. Answers are told in the contract's own shape. */
import type { StartSweep, SweepFacts, SweepWire } from '../../contract/control/scenarios/sweeps.ts';
import type { Outcome } from '../../engine/outcome.ts';

export interface SweepService {
  /** Those that are kept, oldest first. */
  list(): SweepFacts[];
  start(wanted: StartSweep): Promise<Outcome<SweepFacts>>;
  /** `figure`: the one to tell in full; `null`: one that differs. */
  find(sweepId: string, figure: string | null): Outcome<SweepWire>;
  stop(sweepId: string): Outcome<SweepFacts>;
}
