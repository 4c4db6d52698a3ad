/** Finds the faults that break a client, as one test (decision Q4). */
import type { ExplorationReport, VerdictKind } from '../contract/control/explorer/explorations.ts';
import { BallastExplorationError } from './ballast-errors.ts';
import { loadServer } from './load-server.ts';
import { checkArguments } from './valid-arguments.ts';

export interface ExploreOptions {
  /** Path of an `explore.yaml`. */
  readonly file?: string;
  /** The client's command, argument by argument; left out: that of the file. */
  readonly command?: readonly string[];
  /** Its working directory, unless the file sets one; left out: that of the test. */
  readonly folder?: string;
  /** Host time of the search, such as `30s`; left out: as long as `trials` take, or ten minutes. */
  readonly budget?: string;
  /** The search ends after this many trials. */
  readonly trials?: number;
  /** Seed of the random schedules; default 1. */
  readonly seed?: number;
  /** Only findings of this verdict. */
  readonly only?: VerdictKind;
  /** Number of concurrent trials. */
  readonly jobs?: number;
  /** Ends it early; the findings so far are reported. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the client again and again, each time in a fresh world under other faults. Resolves with the report, whose
 * `findings` are empty where nothing breaks it. Rejects with `BallastArgumentError` for wrong options, and with
 * `BallastExplorationError` for a client that cannot be run, or is not sound without faults.
 */
export async function exploreClient(options: ExploreOptions): Promise<ExplorationReport> {
  const entry = await loadServer();
  checkArguments(entry, 'exploreClient', [options]);
  const { signal, ...terms } = options;
  const explored = await entry.exploreClient(terms, signal);
  if (!explored.ok) throw new BallastExplorationError(explored.faults);
  return explored.report;
}
