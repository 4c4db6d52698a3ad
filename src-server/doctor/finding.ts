/** A problem of a database, and its place. The list of findings is bounded, and counts those that it leaves out. */

/** The checks, in the order in which they are run. */
const CHECKS = ['file', 'integrity', 'foreign_keys', 'schema', 'chain', 'watermark', 'state', 'consistency'] as const;
type DoctorCheck = (typeof CHECKS)[number];

export interface DoctorFinding {
  readonly check: DoctorCheck;
  /** `null`: the finding is about the whole file. */
  readonly table: string | null;
  /** The key of the row as `column=value`, separated by commas. */
  readonly entry: string | null;
  /** With `.` before the members of a JSON value; `null`: the finding is about the whole row. */
  readonly column: string | null;
  /** Expected value, by the event log or by another table. */
  readonly expected: string | null;
  readonly found: string | null;
  /** The finding as one sentence. */
  readonly message: string;
}

/** Largest number of findings listed for one file. */
const MAX_FINDINGS = 200;

export class DoctorFindings {
  readonly list: DoctorFinding[] = [];
  /** Number of findings, including those that the list leaves out. */
  count = 0;

  add(finding: DoctorFinding): void {
    this.count += 1;
    if (this.list.length < MAX_FINDINGS) this.list.push(finding);
  }

  /** Reports a finding about the file or a whole table. */
  say(check: DoctorCheck, message: string, table: string | null = null): void {
    this.add({ check, table, entry: null, column: null, expected: null, found: null, message });
  }

  /** `expected` and `found` are the two values of a column. */
  differ(
    check: DoctorCheck,
    place: { table: string; entry: string; column: string },
    expected: string,
    found: string,
  ): void {
    const { table, entry, column } = place;
    const source = check === 'state' ? 'the event log says' : 'it has to be';
    const message = `${table} (${entry}): ${column} is ${found}, and ${source} ${expected}`;
    this.add({ check, ...place, expected, found, message });
  }

  /** Reports a row that is missing or must not exist. */
  row(
    check: DoctorCheck,
    table: string,
    entry: string,
    what: { expected: string; found: string; message: string },
  ): void {
    const { expected, found, message } = what;
    this.add({ check, table, entry, column: null, expected, found, message: `${table} (${entry}): ${message}` });
  }
}

const LONGEST_VALUE = 200;

/** Formats a value for people, shortened. */
export function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}
