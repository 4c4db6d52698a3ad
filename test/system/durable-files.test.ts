/** Tests files that are written beside their path: never through a link that somebody put there. */
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readyFile } from '../../src-server/system/files/durable-files.ts';
import { appendWhole } from '../../src-server/system/files/text-folder.ts';
import { describeWithDisk, mountDisk } from '../support/machine/small-disk.ts';
import { newFolder, stopAll } from '../support/start-ballast.ts';

afterAll(stopAll);

test.each(['world.db', 'world.db.new'])('a link at %s is removed, and its target is left alone', (name) => {
  const [folder, elsewhere] = [newFolder(), newFolder()];
  const [file, victim] = [join(folder, 'world.db'), join(elsewhere, 'victim')];
  symlinkSync(victim, join(folder, name));
  readyFile(file, Buffer.from('bytes')).moveIn();
  expect([lstatSync(file).isFile(), readFileSync(file, 'utf8'), existsSync(victim)]).toEqual([true, 'bytes', false]);
});

describeWithDisk('a line that a full disk takes half of', () => {
  test('is not in the file, and the next one is whole', () => {
    const disk = mountDisk(1);
    const file = join(disk.folder, 'lines');
    appendWhole(file, 'first\n');
    disk.fill();
    expect(() => appendWhole(file, `${'x'.repeat(20_000)}\n`)).toThrow(/ENOSPC/);
    disk.makeRoom();
    appendWhole(file, 'second\n');
    expect(readFileSync(file, 'utf8')).toBe('first\nsecond\n');
    disk.remove();
  });
});
