/**
 * Examines one database of a data folder: its pages, its references, its schema, and its contents. Damage is a finding;
 * an unreadable file has a reason.
 */

import { readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { examineWorld } from '../../doctor/examine-world.ts';
import { DoctorFindings, formatValue } from '../../doctor/finding.ts';
import type { StoredWorldFacts, WorldTables } from '../../doctor/world-tables.ts';
import { countOf } from '../../domain/numbers/count-of.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import { ForeignDatabaseError } from '../../store/database/check-schema.ts';
import {
  checkSchema,
  type ExaminedDatabase,
  InUseError,
  openExamined,
  UnmigratedError,
} from '../../store/database/examined-database.ts';
import { readWatermark } from '../../system/files/watermark.ts';
import { machineFailureOf } from '../../system/machine-failure.ts';
import { checkDigest } from '../../world/snapshots/image-file-digest.ts';
import { recordingIssue } from '../recording/stored-recording.ts';
import type { FoundDatabase } from './find-databases.ts';

export interface ExaminedFile extends FoundDatabase {
  /** `null` if it has no readable world. */
  readonly world: StoredWorldFacts | null;
  readonly findings: DoctorFindings;
  /** Why it could not be examined; `null`: it was examined. */
  readonly unreadable: string | null;
}

export async function examineFile(found: FoundDatabase, migrationsFolder: string): Promise<ExaminedFile> {
  const findings = new DoctorFindings();
  const result = { ...found, findings };
  try {
    if (isMissing(found.file, findings)) return { ...result, world: null, unreadable: null };
    if (found.kind === 'recording') {
      const issue = recordingIssue(basename(found.file, '.json'), readFileSync(found.file));
      if (issue !== null) findings.say('file', `it ${issue}, so its recording is ignored`);
      return { ...result, world: null, unreadable: null };
    }
    if (found.kind === 'snapshot' && (await checkDigest(found.file)) === 'broken')
      findings.say('file', 'its digest does not match its contents: the file was changed after it was written');
    const world = examine(found, findings, migrationsFolder);
    return { ...result, world, unreadable: null };
  } catch (error) {
    const damage = damageIn(error);
    if (damage !== null) findings.say(error instanceof UnmigratedError ? 'schema' : 'integrity', damage);
    const unreadable = damage === null ? reasonOf(error) : null;
    return { ...result, world: null, unreadable };
  }
}

function isMissing(file: string, findings: DoctorFindings): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) findings.say('file', 'it is missing, although other files of its world exist');
  else if (size === 0) findings.say('file', 'it is empty: its contents are lost, or exist only in the log next to it');
  return size === undefined || size === 0;
}

function examine(
  { file, kind }: FoundDatabase,
  findings: DoctorFindings,
  migrationsFolder: string,
): StoredWorldFacts | null {
  let examined = openExamined(file);
  try {
    for (const fault of examined.integrity()) findings.say('integrity', fault);
    for (const fault of examined.foreignKeys()) findings.say('foreign_keys', fault);
    if (kind === 'journal') return null;
    examined = examined.atPresentSchema(migrationsFolder);
    if (!isUsable(examined, findings, migrationsFolder)) return null;
    const world = examineWorld(examined, findings);
    if (kind === 'world' && world !== null) checkWatermark(examined, world, dirname(file), findings);
    return world;
  } finally {
    examined.close();
  }
}

/**
 * The log may be longer than its watermark, because it is committed first, but must have the entry that the watermark
 * names.
 */
function checkWatermark(
  tables: WorldTables,
  { events }: StoredWorldFacts,
  folder: string,
  findings: DoctorFindings,
): void {
  const written = readWatermark(folder);
  if (written === null) return;
  if (written === 'unreadable') {
    findings.say('watermark', 'ballast.mark is not a watermark: it has neither a number of entries nor a head');
    return;
  }
  if (written.events > events) {
    const lost = `${countOf(written.events, 'entry was', 'entries were')} written, but only ${countOf(events, 'is', 'are')} found`;
    findings.say(
      'watermark',
      `${lost}: the write-ahead log was lost, or the file was replaced by an older copy`,
      'events',
    );
    return;
  }
  for (const { hash } of tables.rows(`select hash from events where seq = ${written.events}`)) {
    if (hash === written.head) continue;
    const message = 'it is not the entry that was written: the file was replaced by another database';
    const values = { expected: written.head, found: formatValue(hash) };
    findings.row('watermark', 'events', `seq=${written.events}`, { ...values, message });
  }
}

function isUsable(examined: ExaminedDatabase, findings: DoctorFindings, migrationsFolder: string): boolean {
  const { differences, isUsable: isWhole } = checkSchema(examined, migrationsFolder);
  for (const difference of differences) findings.say('schema', difference);
  return isWhole;
}

/** SQLite's error for a file that is no longer a database; `null`: the error has another cause. */
function damageIn(error: unknown): string | null {
  if (error instanceof UnmigratedError) return error.message;
  const failure = storageFailureOf(error);
  return failure?.reason === 'data_damaged' && error instanceof Error ? error.message : null;
}

function reasonOf(error: unknown): string {
  if (error instanceof InUseError) return 'a server has it open; stop it first, or examine a snapshot';
  if (error instanceof ForeignDatabaseError) return error.message;
  const reason = machineFailureOf(error);
  if (reason === null) throw error;
  return reason.line;
}
