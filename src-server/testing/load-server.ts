/**
 * Loads the server once per process, through Node itself: a test runner's sandbox would load and transform it again for
 * every test file, and replace the timers of a server that has to run in real time.
 */
import { existsSync } from 'node:fs';
import type { ExplorationReport } from '../contract/control/explorer/explorations.ts';
import type { PlayJob, PlayObserver, PlayOutcome } from '../scenario/run/play-outcome.ts';
import { loadNatively } from '../system/native-import.ts';

/** The exports of `server-entry.ts`; declared here so that this module and its types do not import the server. */
export interface ServerEntry {
  /** `options`: `StartOptions`, not validated yet. */
  openServer(options: unknown): Promise<Opening>;
  playScenario(job: PlayJob, observer?: PlayObserver): Promise<PlayOutcome>;
  /** `issue`: why the log of the run is not the golden one. */
  playAgainstGolden(
    job: PlayJob,
    observer?: PlayObserver,
  ): Promise<{ readonly outcome: PlayOutcome; readonly isSame: boolean; readonly issue: string | null }>;
  /** Returns one line for each wrong argument of a helper, as `market.jump`. */
  argumentFaults(helper: string, given: readonly unknown[]): readonly string[];
  /** `options`: `ExploreOptions`, not validated yet. */
  exploreClient(options: unknown, signal?: AbortSignal): Promise<Explored>;
}

/** Or one line for each invalid option; nothing is started then. */
export type Opening =
  | { readonly ok: true; readonly server: OpenedServer }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Or one line for each reason why it cannot be explored. */
export type Explored =
  | { readonly ok: true; readonly report: ExplorationReport }
  | { readonly ok: false; readonly faults: readonly string[] };

/** A server that runs in this process. */
interface OpenedServer {
  readonly controlUrl: string;
  readonly adminToken: string;
  /** Ids of the portfolios that the world's contents name. */
  readonly aliases: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Paths in the sources, and in the bundle, where all files are in one folder. */
const PLACES = ['./server-entry.ts', './server-entry.js'];

type Doors = { readonly serverEntry: ServerEntry };

/** Starts loading with this module, because loading is most of a first start. */
const loading = loadNatively(entryUrl()) as Doors | Promise<Doors>;

export async function loadServer(): Promise<ServerEntry> {
  return (await loading).serverEntry;
}

function entryUrl(): URL {
  const found = PLACES.map((place) => new URL(place, import.meta.url)).find((place) => existsSync(place));
  if (found === undefined) throw new Error(`ballast/testing is incomplete: there is no server near ${import.meta.url}`);
  return found;
}
