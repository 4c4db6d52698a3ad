/** Machine failures: recognised by code alone, in the server's responses, at its start and in commands (K3, K100). */
import { expect, test } from 'vitest';
import { toProblem } from '../../src-server/api/http/problem.ts';
import { reportFailure } from '../../src-server/cli/terminal/report-failure.ts';
import { machineFailureOf } from '../../src-server/system/machine-failure.ts';
import { asStartupError, StartupError } from '../../src-server/world/startup-error.ts';
import { proves } from '../conformance/proves.ts';

const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];
const FAILING = ['EIO', 'ENODEV', 'ESTALE', 'SQLITE_IOERR', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC'];
const LIMITS = ['EMFILE', 'ENFILE'];
const OF_THE_FOLDER = [
  ...['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG'],
  ...['SQLITE_READONLY', 'SQLITE_READONLY_DIRECTORY', 'SQLITE_CANTOPEN'],
  ...['SQLITE_CANTOPEN_ISDIR', 'SQLITE_CORRUPT', 'SQLITE_NOTADB'],
];
const CODES = [
  ...[...FULL, ...FAILING, ...LIMITS].map((code) => [code, 74] as const),
  ...OF_THE_FOLDER.map((code) => [code, 64] as const),
];

const refused = (code: string) => Object.assign(new Error(`${code}: as the system says it`), { code });

test.each(CODES)(
  '%s is 500, 74 of a command, and %i of a start, with its cause',
  proves('K3', 'K100.2', 'K100.4'),
  (code, exit) => {
    for (const error of [refused(code), new Error('around it', { cause: refused(code) })]) {
      const { code: problem, message } = toProblem(error);
      expect(problem).toBe('internal_error');
      expect(message).toMatch(/ Nothing of this request was written. Retry once the disk can be written to/);
      expect(reportFailure(error)).toBe(74);
      const start = asStartupError(error, 'folder') as StartupError;
      expect([start.exitCode, start.lines.length]).toEqual([exit, 1]);
      expect(start.lines[0]).toMatch(/^--data folder: /);
      expect(start.lines[0]).toContain(`${code}: as the system says it`);
      // An error that is reported again remains the same.
      expect(asStartupError(start, 'folder')).toBe(start);
      expect(reportFailure(start)).toBe(exit);
    }
  },
);

test.each(['ERR_ASSERTION', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_ERROR', 'ECONNREFUSED', ''])(
  "'%s' is not a machine failure",
  proves('K100.4'),
  (code) => {
    expect(machineFailureOf(refused(code))).toBeNull();
    expect(asStartupError(refused(code), null)).not.toBeInstanceOf(StartupError);
    expect(toProblem(refused(code)).message).toBe('An internal error occurred in Ballast. Its log has the details.');
    expect(reportFailure(refused(code))).toBe(70);
  },
);
