/** Looks for the faults that break a client, as one test (decision Q4). */
import type { ExplorationReport, VerdictKind } from '../contract/control/explorer/explorations.ts';
import { BallastExplorationError } from './ballast-errors.ts';
import { loadServer } from './load-server.ts';
import { checkArguments } from './valid-arguments.ts';

export interface ExploreOptions {
  /** An `explore.yaml`. */
  readonly file?: string;
  /** The client, argument by argument; that of the file where it is left out. */
  readonly command?: readonly string[];
  /** Where it runs, unless the file says so: the working directory where it is left out. */
  readonly folder?: string;
  /** Host time in which faults are looked for, such as `30s`; as long as `trials` take, or ten minutes. */
  readonly budget?: string;
  /** The search ends after so many trials. */
  readonly trials?: number;
  /** Seed of the random schedules; 1 where it is left out. */
  readonly seed?: number;
  /** Findings of this verdict alone. */
  readonly only?: VerdictKind;
  /** Trials at once. */
  readonly jobs?: number;
  /** Ends it early; what was found by then is reported. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the client again and again, each time in a fresh world under other faults. Resolves with the report, whose
 * `findings` are empty where nothing breaks it. Rejects with `BallastArgumentError` for wrong options, and with `BallastExplorationError` for a client that cannot be run, or
 * is not sound without faults.
 */
export async function exploreClient(options: ExploreOptions): Promise<ExplorationReport> {
  const entry = await loadServer();
  checkArguments(entry, 'exploreClient', [options]);
  const { signal, ...asked } = options;
  const explored = await entry.exploreClient(asked, signal);
  if (!explored.ok) throw new BallastExplorationError(explored.faults);
  return explored.report;
}
