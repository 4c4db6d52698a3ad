/**
 * Kills this process before its n-th change of a folder, for tests of the state that a kill leaves: every call that
 * creates, writes, syncs, moves or removes something there counts, and so do those of SQLite that end or change a file.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import Database from 'better-sqlite3';

const CHANGES = ['mkdirSync', 'openSync', 'writeSync', 'fsyncSync', 'renameSync', 'rmSync', 'writeFileSync'] as const;
const LATER_CHANGES = ['open', 'copyFile', 'appendFile', 'truncate', 'rename', 'rm', 'writeFile'] as const;

/** The calls that were made, each with its subject. */
export function killAtCall(folder: string, n: number): readonly string[] {
  const calls: string[] = [];
  const descriptors = new Map<number, string>();
  const placeOf = (about: unknown) =>
    typeof about === 'number' ? descriptors.get(about) : typeof about === 'string' ? resolve(about) : undefined;
  const note = (name: string, about: unknown) => {
    const place = placeOf(about);
    if (place?.startsWith(folder) !== true) return;
    calls.push(`${name} ${place.slice(folder.length)}`);
    if (calls.length > n) process.kill(process.pid, 'SIGKILL');
  };
  const watch = (object: object, name: string, done: (result: unknown, about: unknown) => void = () => undefined) => {
    const call = Reflect.get(object, name) as (...given: unknown[]) => unknown;
    Reflect.set(object, name, function (this: unknown, ...given: unknown[]) {
      note(name, this instanceof Database ? this.name : given[0]);
      const result = call.apply(this, given);
      done(result, given[0]);
      return result;
    });
  };
  for (const name of CHANGES)
    watch(fs, name, (result, about) => {
      if (name === 'openSync') descriptors.set(Number(result), resolve(String(about)));
    });
  for (const name of LATER_CHANGES) watch(fs.promises, name);
  for (const name of ['pragma', 'exec', 'close']) watch(Database.prototype, name);
  syncBuiltinESMExports();
  return calls;
}
