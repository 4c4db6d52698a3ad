/**
 * Writes a scenario with what lies beside it into the folder of scenarios. Refuses places that lead out of the folder,
 * and to write over anything that is there unless that was said (decision K85).
 */
import { join } from 'node:path';
import { accepted, type Outcome, refused } from '../../engine/outcome.ts';
import type { SavedFiles, SavedTexts } from '../../scenario/run/scenario-service.ts';
import { removeFile, writeTogether } from '../../system/files/durable-files.ts';
import { isWithin } from '../../system/files/read-source.ts';
import { fileExists, pathBelow } from '../../system/files/text-folder.ts';
import { machineFailureOf } from '../../system/machine-failure.ts';
import { goldenFileOf } from '../replay/golden-file.ts';

export interface SavedScenarioPlace {
  readonly path: string;
  readonly golden: string;
  /** The saved world that it may begin from. */
  readonly start: string;
}

export function placeIn(folder: string, file: string): Outcome<SavedScenarioPlace> {
  const path = join(folder, file);
  const golden = goldenFileOf(path);
  const place = { path, golden, start: startFileOf(path) };
  return leadsOut(folder, place) ? refuse(LEADS_OUT) : accepted(place);
}

const LEADS_OUT = 'lies outside of the folder of scenarios';

function leadsOut(folder: string, place: SavedScenarioPlace): boolean {
  return Object.values(place).some((each) => !isWithin(folder, each));
}

/** The saved world beside a scenario that begins from one. */
export function startFileOf(path: string): string {
  return `${goldenFileOf(path).replace(/\.golden\.ndjson$/, '')}.start.db`;
}

export function saveScenario(
  folder: string,
  place: SavedScenarioPlace,
  replace: boolean,
  { scenario, golden, start, isAlone = false }: SavedTexts,
): Outcome<SavedFiles> {
  // Asked again where it is written: a folder may have become a link since the place was found.
  if (leadsOut(folder, place)) return refuse(LEADS_OUT);
  // Without their scenario, the others are what a server left that was killed while it saved or removed one.
  const there = fileExists(place.path) ? Object.values(place).filter(fileExists) : [];
  if (there.length > 0 && !replace) {
    const names = there.map((each) => pathBelow(folder, each)).join(', ');
    return refuse(`is taken already (${names}); ${freeName(folder, place.path)} is free`);
  }
  // The scenario comes last, so that nobody finds it without what lies beside it.
  const parts = [
    { path: place.start, bytes: start },
    { path: place.golden, bytes: golden === null ? null : Buffer.from(golden) },
    { path: place.path, bytes: Buffer.from(scenario) },
  ];
  try {
    writeTogether(parts.flatMap(({ path: file, bytes }) => (bytes === null ? [] : [{ file, bytes }])));
    for (const { path, bytes } of parts) if (bytes === null && !isAlone) removeFile(path);
  } catch (error) {
    // What no other name mends is no fault of the request.
    if (machineFailureOf(error)?.isOfFolder === false) throw error;
    return refuse(`cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  const files = parts.filter(({ bytes }) => bytes !== null).map(({ path }) => pathBelow(folder, path));
  return accepted({ file: pathBelow(folder, place.path), replaced: there.length > 0, files: files.reverse() });
}

/** The same name with the first number that nothing has. */
function freeName(folder: string, path: string): string {
  const [, stem = path, ending = ''] = /^(.*?)((?:\.ballast)?\.\w+)$/s.exec(path) ?? [];
  for (let number = 2; ; number += 1) {
    const free = `${stem}-${number}${ending}`;
    if (![free, goldenFileOf(free), startFileOf(free)].some(fileExists)) return pathBelow(folder, free);
  }
}

function refuse(issue: string) {
  return refused('invalid_request', `The request body is invalid: /file ${issue}.`, [{ path: '/file', issue }]);
}
