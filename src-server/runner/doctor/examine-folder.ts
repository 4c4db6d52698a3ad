/** `ballast doctor`: reports whether the worlds and snapshots of a data folder are sound. Changes nothing. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { countOf } from '../../domain/numbers/count-of.ts';
import { printable } from '../../scenario/load/printable.ts';
import { packageRoot } from '../../system/package-root.ts';
import { StartupError } from '../../world/startup-error.ts';
import { migrationsFolder } from '../../world/world-database.ts';
import { type ExaminedFile, examineFile } from './examine-file.ts';
import { type FoundDatabase, findDatabases } from './find-databases.ts';

export interface DoctorOptions {
  /** A data folder, or one database. */
  readonly place: string;
  readonly json: boolean;
  readonly write: (line: string) => void;
}

/** 0 sound, 65 damaged, 74 if something could not be read. */
export async function examineFolder({ place, json, write }: DoctorOptions): Promise<0 | 65 | 74> {
  const files: ExaminedFile[] = [];
  const migrations = migrationsFolder(packageRoot());
  for (const found of databasesAt(place)) {
    const file = await examineFile(found, migrations);
    files.push(file);
    if (!json) for (const line of linesOf(file)) write(line);
  }
  const isDamaged = files.some(({ findings }) => findings.count > 0);
  const isUnread = files.some(({ unreadable }) => unreadable !== null);
  const exit = isDamaged ? 65 : isUnread ? 74 : 0;
  if (json) write(JSON.stringify(reportOf(place, files, exit)));
  else write(summaryOf(files, exit));
  return exit;
}

/** Exits with 64 for a folder without a world, and with 74 for one that does not exist. */
function databasesAt(place: string): FoundDatabase[] {
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats === undefined) throw new StartupError(74, [`${place}: there is no such file or folder`]);
  if (!stats.isDirectory()) return [{ name: '', file: place, kind: 'world' }];
  const found = findDatabases(place);
  if (found.length > 0) return found;
  throw new StartupError(64, [`${place}: is not a data folder, because it has no ballast.db`]);
}

const SHOWN = 20;

function linesOf({ name, file, world, findings, unreadable, kind }: ExaminedFile): string[] {
  const label = printable(name === '' ? file : name);
  if (unreadable !== null) return [`${label}: cannot be read: ${printable(unreadable)}`];
  const what =
    world === null ? '' : `, ${countOf(world.events, 'log entry', 'log entries')}, head ${world.head.slice(0, 12)}`;
  if (findings.count === 0) return [`${label}: sound${kind === 'journal' ? '' : what}`];
  const left = findings.count - Math.min(SHOWN, findings.list.length);
  return [
    `${label}: damaged${what}, ${findings.count} ${findings.count === 1 ? 'finding' : 'findings'}`,
    ...findings.list.slice(0, SHOWN).map(({ check, message }) => `  ${check}: ${printable(message)}`),
    ...(left > 0 ? [`  and ${left} more; --json shows up to 200 of a file`] : []),
  ];
}

function summaryOf(files: readonly ExaminedFile[], exit: 0 | 65 | 74): string {
  const of = (kind: FoundDatabase['kind']) => files.filter((file) => file.kind === kind).length;
  const counted = `${of('world')} ${of('world') === 1 ? 'world' : 'worlds'}, ${of('snapshot')} ${of('snapshot') === 1 ? 'snapshot' : 'snapshots'}`;
  if (exit === 0) return `${counted}: no damage found`;
  if (exit === 74) return `${counted}: no damage found, but some files could not be read`;
  return `${counted}: damage found`;
}

function reportOf(place: string, files: readonly ExaminedFile[], exit: 0 | 65 | 74) {
  return {
    sound: exit === 0,
    place,
    files: files.map(({ name, file, kind, world, findings, unreadable }) => ({
      file: name === '' ? file : join(place, name),
      kind,
      status: unreadable !== null ? 'unreadable' : findings.count > 0 ? 'damaged' : 'sound',
      reason: unreadable,
      world: world && { seed: world.seed, now_ms: world.nowMs, events: world.events, head: world.head },
      findings: findings.list,
      findings_count: findings.count,
    })),
  };
}
