/**
 * Writes a scenario and its other files into the folder of scenarios. Refuses paths that lead out of the folder, and to
 * overwrite anything unless requested (decision K85).
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
  /** The saved world that it may start from. */
  readonly start: string;
}

export function placeIn(folder: string, file: string): Outcome<SavedScenarioPlace> {
  const path = join(folder, file);
  const golden = goldenFileOf(path);
  const place = { path, golden, start: startFileOf(path) };
  return leadsOut(folder, place) ? refuse(LEADS_OUT) : accepted(place);
}

const LEADS_OUT = 'is outside the folder of scenarios';

function leadsOut(folder: string, place: SavedScenarioPlace): boolean {
  return Object.values(place).some((each) => !isWithin(folder, each));
}

/** The saved world next to a scenario that starts from it. */
export function startFileOf(path: string): string {
  return `${goldenFileOf(path).replace(/\.golden\.ndjson$/, '')}.start.db`;
}

export function saveScenario(
  folder: string,
  place: SavedScenarioPlace,
  replace: boolean,
  { scenario, golden, start, isAlone = false }: SavedTexts,
): Outcome<SavedFiles> {
  // Checked again before writing: a folder may have become a link since the path was resolved.
  if (leadsOut(folder, place)) return refuse(LEADS_OUT);
  // Other files without their scenario were left by a server that was killed while it saved or removed one.
  const there = fileExists(place.path) ? Object.values(place).filter(fileExists) : [];
  if (there.length > 0 && !replace) {
    const names = there.map((each) => pathBelow(folder, each)).join(', ');
    return refuse(`is already taken (${names}); ${freeName(folder, place.path)} is free`);
  }
  // The scenario is written last, so that it is never found without its other files.
  const parts = [
    { path: place.start, bytes: start },
    { path: place.golden, bytes: golden === null ? null : Buffer.from(golden) },
    { path: place.path, bytes: Buffer.from(scenario) },
  ];
  try {
    writeTogether(parts.flatMap(({ path: file, bytes }) => (bytes === null ? [] : [{ file, bytes }])));
    for (const { path, bytes } of parts) if (bytes === null && !isAlone) removeFile(path);
  } catch (error) {
    // An error that another name would not fix is not caused by the request.
    if (machineFailureOf(error)?.isOfFolder === false) throw error;
    return refuse(`cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  const files = parts.filter(({ bytes }) => bytes !== null).map(({ path }) => pathBelow(folder, path));
  return accepted({ file: pathBelow(folder, place.path), replaced: there.length > 0, files: files.reverse() });
}

/** Returns the same name with the first unused number. */
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
