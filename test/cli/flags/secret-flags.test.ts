/**
 * Keys and tokens from a file, where other users of the machine do not read them (`flag-sources.test.ts`: from a
 * variable).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type SecretPlaces, secretFlag } from '../../../src-server/cli/options/secret-flags.ts';
import { proves } from '../../conformance/proves.ts';
import { newFolder, stopAll } from '../../support/start-ballast.ts';

afterAll(stopAll);

function read(places: Partial<SecretPlaces>) {
  const faults: string[] = [];
  const flag = '--admin-token';
  const secret = secretFlag(faults, { flag, text: null, file: null, ...places });
  return { secret, faults };
}
function fileWith(text: string | Buffer): string {
  const file = join(newFolder(), 'token');
  writeFileSync(file, text);
  return file;
}

describe('a token', () => {
  test('comes from the flag, or from a file', proves('K97'), () => {
    expect(read({})).toEqual({ secret: null, faults: [] });
    expect(read({ file: fileWith('from-file\n') })).toEqual({ secret: 'from-file', faults: [] });
    expect(read({ file: fileWith('from-file') })).toEqual({ secret: 'from-file', faults: [] });
    expect(read({ text: 'from-flag' })).toEqual({ secret: 'from-flag', faults: [] });
  });

  test.each([
    ['two places', { text: 'a', file: '/nowhere' }, '--admin-token and --admin-token-file exclude each other'],
    ['no file', { file: '/nowhere/token' }, '--admin-token-file: /nowhere/token does not exist'],
    [
      'an empty file',
      { file: fileWith('') },
      '--admin-token-file: must be up to 200 visible characters without spaces',
    ],
    ['two lines', { file: fileWith('my\nsecret') }, '--admin-token-file: must be up to 200'],
    ['a large file', { file: fileWith('x'.repeat(5000)) }, 'is larger than'],
    ['no text', { file: fileWith(Buffer.from([0xff])) }, 'is not UTF-8 text'],
    ['an odd text', { text: 'my secret' }, '--admin-token: must be up to 200'],
  ])('from %s is refused, and not shown', proves('K97'), (_, places, message) => {
    const { secret, faults } = read(places);
    expect([secret, faults]).toEqual([null, [expect.stringContaining(message)]]);
    expect(faults.join()).not.toContain('secret');
  });
});
