/** Examines worlds of tests as `ballast doctor` examines the worlds of a folder. */
import type { Database } from 'better-sqlite3';
import { expect } from 'vitest';
import { examineWorld } from '../../src-server/doctor/examine-world.ts';
import type { Row } from '../../src-server/doctor/expected-table.ts';
import { type DoctorFinding, DoctorFindings } from '../../src-server/doctor/finding.ts';

export function findingsOf({ database }: { readonly database: { readonly sqlite: Database } }): DoctorFinding[] {
  const findings = new DoctorFindings();
  examineWorld({ rows: (sql) => database.sqlite.prepare<[], Row>(sql).iterate() }, findings);
  return findings.list;
}

/** Fails unless the tables of a world follow from its log. */
export function expectSound(test: { readonly database: { readonly sqlite: Database } }): void {
  expect(findingsOf(test).map(({ message }) => message)).toEqual([]);
}
