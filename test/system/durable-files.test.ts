/** Files that are written beside their place: never through a link that somebody put there. */
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readyFile } from '../../src-server/system/files/durable-files.ts';
import { newFolder, stopAll } from '../support/start-ballast.ts';

afterAll(stopAll);

test.each(['world.db', 'world.db.new'])('a link at %s is taken away, and what it leads to is left alone', (name) => {
  const [folder, elsewhere] = [newFolder(), newFolder()];
  const [file, victim] = [join(folder, 'world.db'), join(elsewhere, 'victim')];
  symlinkSync(victim, join(folder, name));
  readyFile(file, Buffer.from('bytes')).moveIn();
  expect([lstatSync(file).isFile(), readFileSync(file, 'utf8'), existsSync(victim)]).toEqual([true, 'bytes', false]);
});
