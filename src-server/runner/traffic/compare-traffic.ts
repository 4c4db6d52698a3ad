/**
 * `ballast compare-traffic`: compares an HTTP archive of a real service with Ballast, and writes the differences (R3).
 */

import { basename } from 'node:path';
import type { TrafficReport } from '../../contract/scenario/traffic-report.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { MAX_WORLD_BYTES, readWorld } from '../../scenario/load/read-world.ts';
import { describeFault } from '../../scenario/load/read-yaml.ts';
import { PRIVATE, readBytes, writeTogether } from '../../system/files/durable-files.ts';
import { readSource } from '../../system/files/read-source.ts';
import { hostClock } from '../../system/host-time.ts';
import { StartupError } from '../../world/startup-error.ts';
import { draftScenario, refuseTooMany, USUAL_START_MS } from '../recording/import-archive.ts';
import { badArchive, readArchive } from '../recording/read-archive.ts';
import type { ServiceAddress } from '../recording/service-address.ts';
import { scenarioOptions } from '../replay/scenario-host.ts';
import type { StartWorld } from '../replay/start-world.ts';
import { createTrafficHolder } from './hold-traffic.ts';
import { createMirrorWorld, type MirrorWorld } from './mirror-world.ts';
import { exchangeOf, type TrafficExchange } from './traffic-exchange.ts';
import { trafficLines, trafficPage } from './traffic-text.ts';

/** The world that receives the same requests. */
export interface MirrorOptions {
  readonly seed: number;
  /** Unix ms of its start; `null`: the start of the traffic. */
  readonly startAt: number | null;
  /** A world file; `null`: it starts empty. */
  readonly worldFile: string | null;
  /** The real service's ids for portfolios of the world file, with their aliases (`as`) there. */
  readonly portfolios: ReadonlyMap<string, string>;
}

/** Path of the report; `null`: none. */
export interface ReportFiles {
  readonly json: string | null;
  readonly html: string | null;
  /** A draft of a scenario with the same requests. */
  readonly scenario: string | null;
  readonly force: boolean;
}

export interface CompareOptions {
  readonly file: string;
  readonly address: ServiceAddress;
  readonly mirror: MirrorOptions;
  readonly files: ReportFiles;
  /** As JSON instead of lines. */
  readonly printsJson: boolean;
  /** Writes the report. */
  readonly write: (line: string) => void;
  /** Writes all other messages. */
  readonly note: (line: string) => void;
}

/**
 * 1: there are differences; 65: no response was compared. Rejects with `StartupError`: 65 for a file that is not an
 * archive, or has no request to the service.
 */
export async function compareTraffic(options: CompareOptions, startWorld: StartWorld): Promise<TrafficExit> {
  const { file, address, files, note } = options;
  refuseOverwriting(files);
  const entries = readArchive(file);
  const exchanges = entries.flatMap((entry) => exchangeOf(entry, address) ?? []);
  refuseTooMany(file, exchanges.length);
  if (exchanges.every(({ base }) => base === 'control'))
    throw badArchive(
      file,
      `has ${countOf(entries.length, 'entry', 'entries')}, but none is a request to the service; give its base URL with --base`,
    );
  // Archives of Ballast have the virtual time.
  const isOurs = entries.some(({ _at: at }) => typeof at === 'string');
  const beginning = beginningOf(file, exchanges, isOurs, options.mirror.startAt);
  const mirror = await startMirror(options.mirror, beginning, startWorld);
  try {
    const holder = createTrafficHolder(mirror);
    for (const exchange of exchanges) await holder.hold(exchange);
    const report = holder.report();
    writeReport(report, basename(file), options);
    const name = basename(file).replace(/\.har$/i, '');
    if (files.scenario !== null)
      draftScenario({ entries, source: file, name, address, out: files.scenario, clock: false, write: note });
    return exitOf(report);
  } finally {
    await mirror.stop();
  }
}

/** Start of a world, and the offset of the traffic's times from it. */
interface MirrorBeginning {
  readonly startMs: number;
  readonly shiftMs: number;
}

const MAX_SPAN_MS = 3_650 * 86_400_000;

/** In virtual time the world started before the archive did; with the wall clock, it starts with the first request. */
function beginningOf(
  file: string,
  exchanges: readonly TrafficExchange[],
  isOurs: boolean,
  startAt: number | null,
): MirrorBeginning {
  const times = exchanges.flatMap(({ atMs }) => atMs ?? []);
  const firstMs = times[0] ?? startAt ?? USUAL_START_MS;
  if (times.some((atMs) => Math.abs(atMs - firstMs) > MAX_SPAN_MS))
    throw badArchive(file, 'has requests that are more than ten years apart');
  if (isOurs) return { startMs: Math.min(startAt ?? USUAL_START_MS, firstMs), shiftMs: 0 };
  const startMs = startAt ?? firstMs;
  return { startMs, shiftMs: startMs - firstMs };
}

export async function startMirror(
  { seed, worldFile, portfolios }: MirrorOptions,
  { startMs, shiftMs }: MirrorBeginning,
  startWorld: StartWorld,
): Promise<MirrorWorld> {
  const contents = worldFile === null ? {} : { contents: contentsOf(worldFile) };
  // A receiver that is registered for the real webhooks gets none of this world.
  const options = scenarioOptions({ seed, startAt: startMs, driftCheckMs: null, standInReceivers: true, ...contents });
  const world = await startWorld(options);
  const unknown = [...portfolios].filter(([, name]) => !world.aliases.has(name));
  if (unknown.length > 0) {
    await world.stop();
    throw new StartupError(
      64,
      unknown.map(([id, name]) => `--portfolio ${id}=${name}: the world file has no portfolio with as: ${name}`),
    );
  }
  const known = new Map([...portfolios].map(([id, name]) => [id, world.aliases.get(name) ?? id]));
  return createMirrorWorld(world, hostClock.monotonicMs, { shiftMs, known });
}

function contentsOf(file: string) {
  const source = readSource(file, MAX_WORLD_BYTES);
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

/** Called before anything is compared. */
export function refuseOverwriting(
  { json, html, scenario, force }: ReportFiles,
  more: readonly (string | null)[] = [],
): void {
  const there = [json, html, scenario, ...more].filter((file) => file !== null && readBytes(file) !== null);
  if (there.length === 0 || force) return;
  throw new StartupError(
    64,
    there.map((file) => `${file} already exists; use --force to overwrite it`),
  );
}

export type TrafficExit = 0 | 1 | 65;

/** A report that compared nothing proves nothing. */
export function exitOf({ compared, differences }: TrafficReport): TrafficExit {
  if (compared === 0) return 65;
  return differences.length === 0 ? 0 : 1;
}

/** Writes the files of the report, then the report itself. */
export function writeReport(
  report: TrafficReport,
  source: string,
  { files: { json, html }, printsJson, write }: Pick<CompareOptions, 'files' | 'printsJson' | 'write'>,
): void {
  const text = JSON.stringify(report, null, 2);
  const files = [
    ...(json === null ? [] : [{ file: json, bytes: Buffer.from(`${text}\n`) }]),
    ...(html === null ? [] : [{ file: html, bytes: Buffer.from(trafficPage(report, source)) }]),
  ];
  writeTogether(files, PRIVATE);
  for (const line of printsJson ? [text] : trafficLines(report)) write(line);
}
