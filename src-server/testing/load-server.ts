/**
 * Loads the heavy half, once for the process, by Node itself: a test runner's sandbox would load it anew for every test
 * file, transform it, and put its own timers under a server that has to keep real time.
 */
import { existsSync } from 'node:fs';
import type { PlayJob, PlayObserver, PlayOutcome } from '../scenario/run/play-outcome.ts';
import { loadNatively } from '../system/native-import.ts';

/** What `server-entry.ts` offers; said here so that the light half, and its types, need nothing of the heavy one. */
export interface ServerEntry {
  /** `said`: `StartOptions`, not judged yet. */
  openServer(said: unknown): Promise<Opening>;
  playScenario(job: PlayJob, observer?: PlayObserver): Promise<PlayOutcome>;
}

/** Or one line for every fault of what was said; nothing runs then. */
export type Opening =
  | { readonly ok: true; readonly server: OpenedServer }
  | { readonly ok: false; readonly faults: readonly string[] };

/** A server that runs in this process. */
export interface OpenedServer {
  readonly controlUrl: string;
  readonly adminToken: string;
  /** Ids of the portfolios that its contents gave a name. */
  readonly aliases: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Among the sources, or in the bundle, where everything lies in one folder. */
const PLACES = ['./server-entry.ts', './server-entry.js'];

type Doors = { readonly serverEntry: ServerEntry };

/** With this module, because loading is most of a first start, and a test that imports this one wants a server soon. */
const loading = loadNatively(doorUrl()) as Doors | Promise<Doors>;

export async function loadServer(): Promise<ServerEntry> {
  return (await loading).serverEntry;
}

function doorUrl(): URL {
  const found = PLACES.map((place) => new URL(place, import.meta.url)).find((place) => existsSync(place));
  if (found === undefined) throw new Error(`ballast/testing is not whole: there is no server near ${import.meta.url}`);
  return found;
}
