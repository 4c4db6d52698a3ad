/** Secrets in other encodings: percent-encoded, once or twice, and in the escapes of JSON. */
import { describe, expect, test } from 'vitest';
import { REDACTED, redactText, secretsIn } from '../../src-server/engine/redact-secrets.ts';
import { proves } from '../conformance/proves.ts';

const SECRET = 'sk_aZ9-.(ü';
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const unicode = (text: string) =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

describe('a secret in a text', () => {
  test.each([
    ['as it is', SECRET],
    ['percent-encoded as a whole', percent(SECRET)],
    ['in capitals', percent(SECRET).toUpperCase()],
    ['in part', `${percent('s')}k_a${percent('Z9')}-.(${percent('ü')}`],
    ['twice', percent(SECRET).replaceAll('%', '%25')],
    ['in the escapes of JSON', unicode(SECRET)],
    ['in part of them', `sk_${unicode('a')}Z9-.(ü`],
    ['of a client that encodes what it has to', encodeURIComponent(SECRET)],
  ])('%s is redacted', proves('L33.3', 'L116'), (_, spelt) => {
    expect(redactText(`?key=${spelt}&x=%41\\u0041`, [SECRET])).toBe(`?key=${REDACTED}&x=%41\\u0041`);
  });

  test('is not found in texts that only look like it', proves('L116'), () => {
    for (const other of [`${percent('SK')}_aZ9-.(ü`, 'sk_aZ9-X(%41ü', `sk_az9-.(${percent('ü')}`])
      expect(redactText(other, [SECRET])).toBe(other);
  });
});

test('each value of a cookie is a secret, without its name and its attributes', proves('L33.2'), () => {
  const sought = secretsIn('Cookie\nsession=abcdefgh1; theme=darkmode2\nAccept\nnothing-secret', []);
  expect(sought).toEqual(expect.arrayContaining(['abcdefgh1', 'darkmode2']));
  expect(sought.join()).not.toMatch(/session|theme|nothing/);
});
