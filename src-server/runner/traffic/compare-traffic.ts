/** `ballast compare-traffic`: holds an HTTP archive of a real service against Ballast, and writes what differs (R3). */
import { basename } from 'node:path';
import type { TrafficReport } from '../../contract/scenario/traffic-report.ts';
import { MOST_WORLD_BYTES, readWorld } from '../../scenario/load/read-world.ts';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import { readBytes, readyFile } from '../../system/files/durable-files.ts';
import { readSource } from '../../system/files/read-source.ts';
import { hostClock } from '../../system/host-time.ts';
import { StartupError } from '../../world/startup-error.ts';
import { importArchive } from '../recording/import-archive.ts';
import { badArchive, readArchive } from '../recording/read-archive.ts';
import { scenarioOptions } from '../replay/scenario-host.ts';
import type { StartWorld } from '../replay/start-world.ts';
import { createTrafficHolder } from './hold-traffic.ts';
import { createMirrorWorld, type MirrorWorld } from './mirror-world.ts';
import { exchangeOf, type ServiceAddress } from './traffic-exchange.ts';
import { trafficLines, trafficPage } from './traffic-text.ts';

/** The world that is asked the same. */
export interface MirrorOptions {
  readonly seed: number;
  /** Unix ms; `null`: the usual beginning. */
  readonly startAt: number | null;
  /** A world file; `null`: it begins empty. */
  readonly worldFile: string | null;
}

/** Where the report goes; `null`: nowhere. */
export interface ReportFiles {
  readonly json: string | null;
  readonly html: string | null;
  /** A draft of a scenario that does the same. */
  readonly scenario: string | null;
  readonly force: boolean;
}

export interface CompareOptions {
  readonly file: string;
  readonly address: ServiceAddress;
  readonly mirror: MirrorOptions;
  readonly files: ReportFiles;
  readonly write: (line: string) => void;
}

/** 1: there are differences. Rejects with `StartupError`: 65 for what is no archive, or has no request to the service. */
export async function compareTraffic(options: CompareOptions, startWorld: StartWorld): Promise<0 | 1> {
  const { file, address, files, write } = options;
  refuseOverwriting(files);
  const entries = readArchive(file);
  const exchanges = entries.flatMap((entry) => exchangeOf(entry, address) ?? []);
  if (exchanges.every(({ base }) => base === 'control'))
    throw badArchive(
      file,
      `has ${entries.length} entries, and none of them is a request to the service; --base says where it is`,
    );
  const mirror = await startMirror(options.mirror, startWorld);
  try {
    const holder = createTrafficHolder(mirror);
    for (const exchange of exchanges) await holder.hold(exchange);
    const report = holder.report();
    writeReport(report, basename(file), files);
    if (files.scenario !== null)
      await importArchive({ file, out: files.scenario, name: null, clock: false, force: files.force, write });
    for (const line of trafficLines(report)) write(line);
    return report.differences.length === 0 ? 0 : 1;
  } finally {
    await mirror.stop();
  }
}

export async function startMirror(
  { seed, startAt, worldFile }: MirrorOptions,
  startWorld: StartWorld,
): Promise<MirrorWorld> {
  const contents = worldFile === null ? {} : { contents: contentsOf(worldFile) };
  const options = scenarioOptions({ seed, startAt, driftCheckMs: null, ...contents });
  return createMirrorWorld(await startWorld(options), hostClock.monotonicMs);
}

function contentsOf(file: string) {
  const source = readSource(file, MOST_WORLD_BYTES);
  if (!source.ok) throw new StartupError(65, [`${file}: ${source.issue}`]);
  const read = readWorld(file, source.text);
  if (!read.ok) throw new StartupError(65, read.faults.map(describeFault));
  const { value: world, placeOf } = read;
  return {
    world,
    describe: ({ path, issue }: { readonly path: string; readonly issue: string }) =>
      describeFault({ file, ...placeOf(path), pointer: path, issue }),
    place: { file, root: null },
  };
}

/** Before anything is compared. */
export function refuseOverwriting(
  { json, html, scenario, force }: ReportFiles,
  more: readonly (string | null)[] = [],
): void {
  const there = [json, html, scenario, ...more].filter((file) => file !== null && readBytes(file) !== null);
  if (there.length === 0 || force) return;
  throw new StartupError(
    64,
    there.map((file) => `${file} is there already; --force writes over it`),
  );
}

export function writeReport(report: TrafficReport, source: string, { json, html }: ReportFiles): void {
  if (json !== null) readyFile(json, Buffer.from(`${JSON.stringify(report, null, 2)}\n`)).moveIn();
  if (html !== null) readyFile(html, Buffer.from(trafficPage(report, source))).moveIn();
}
