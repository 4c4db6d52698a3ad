/**
 * The cost of redaction grows with the text alone, and no owner makes the server forget the secrets of another (L33).
 */
import { describe, expect, test } from 'vitest';
import { REDACTED, redactText, secretsIn } from '../../src-server/engine/redact-secrets.ts';
import { createKnownSecrets } from '../../src-server/engine/redaction/known-secrets.ts';
import { charactersLookedAt, SecretIndex } from '../../src-server/engine/redaction/secret-index.ts';
import { proves } from '../conformance/proves.ts';
import { fc } from '../support/draws.ts';

const key = (number: number) => `sk_${Buffer.from(`key ${number} of a world`).toString('base64url')}`;
const keys = (count: number) => Array.from({ length: count }, (_, index) => key(index));

function lookedAt(text: string, secrets: readonly string[]): number {
  const known = [new SecretIndex(secrets)];
  const before = charactersLookedAt();
  redactText(text, secretsIn('', known));
  return charactersLookedAt() - before;
}

describe('with a thousand keys', () => {
  test.each([
    ['%41', 1],
    ['a%41', 262_144],
    ['a\\u0041%41', 100_000],
    ['sk_a2V5', 100_000],
    ['sk_a2V5IDEgb2YgYSB3b3Js%5a', 10_000],
    ['whsec_aaaaaaaaaaaa', 20_000],
    ['&#65;\n', 100_000],
  ])('%s, so many times, is checked a few times', proves('L33.7'), (part, times) => {
    const text = part.repeat(times);
    const alike = Array.from({ length: 50 }, (_, index) => `whsec_${'a'.repeat(32 + index)}b`);
    expect(lookedAt(text, [...keys(1000), ...alike])).toBeLessThanOrEqual(text.length * 100 + 100);
    expect(lookedAt(text, keys(1000))).toBeLessThanOrEqual(text.length * 20);
  });

  test('all of them in one text cost no more', proves('L33.7'), () => {
    const text = keys(1000).map(encodeURIComponent).join('%20');
    expect(lookedAt(text, keys(1000))).toBeLessThanOrEqual(text.length * 20);
    expect(redactText(text, secretsIn('', keys(1000)))).toBe(Array(1000).fill(REDACTED).join('%20'));
  });
});

describe('the secrets of one owner', () => {
  test("are not forgotten because of another's", proves('L33.8'), () => {
    const known = createKnownSecrets();
    known.add('the-admin-token');
    const [world, other] = [known.share(), known.share()];
    other.add('the-run-key-of-another');
    other.addSigning('whsec_of-another-world');
    for (const secret of keys(3000)) {
      world.add(secret);
      world.addSigning(`whsec_${secret}`);
    }
    const text = `the-admin-token the-run-key-of-another whsec_of-another-world ${key(2999)}`;
    expect(redactText(text, secretsIn('', known.sought))).toBe(Array(4).fill(REDACTED).join(' '));
    expect(known.all().length).toBeLessThanOrEqual(2004);
    expect(known.all()).not.toContain(key(0));
  });

  test('are forgotten with it, except those that others have, too', proves('L33.8'), () => {
    const known = createKnownSecrets();
    const [one, two] = [known.share(), known.share()];
    one.add('a-secret-of-one', 'a-secret-of-both');
    two.add('a-secret-of-both');
    one.forget();
    one.forget();
    expect(known.all()).toEqual(['a-secret-of-both']);
    const text = 'a-secret-of-one a-secret-of-both';
    expect(redactText(text, secretsIn('', known.sought))).toBe(`a-secret-of-one ${REDACTED}`);
    two.forget();
    expect(redactText(text, secretsIn('', known.sought))).toBe(text);
  });

  test('added again are not the oldest', proves('L33.8'), () => {
    const known = createKnownSecrets();
    const share = known.share(2);
    for (const secret of ['secret-1', 'secret-2', 'secret-1', 'secret-3']) share.add(secret);
    expect(known.all()).toEqual(['secret-1', 'secret-3']);
  });
});

test('an index finds what was added and not removed, also with a common prefix', proves('L33.3'), () => {
  const secret = fc.stringMatching(/^[ab]{8,12}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), secret)), fc.stringMatching(/^[ab]{0,40}$/), (changes, text) => {
      const [index, known] = [new SecretIndex(), new Set<string>()];
      for (const [isAdded, each] of changes) {
        index[isAdded ? 'add' : 'delete'](each);
        known[isAdded ? 'add' : 'delete'](each);
      }
      const clean = redactText(text, secretsIn('', [index]));
      expect(clean === text).toBe(![...known].some((each) => text.includes(each)));
      for (const each of known) expect(clean).not.toContain(each);
    }),
  );
});

describe('a secret is found', () => {
  const secret = 'admin/token"with&marks-Zz9';
  const base64 = Buffer.from(`user:${secret} and more`).toString('base64');
  const hex = Buffer.from(secret).toString('hex');
  const entities = (toText: (code: number) => string) =>
    [...secret].map((each) => toText(each.codePointAt(0) ?? 0)).join('');
  test.each([
    ['in base64 that is broken into lines', base64.replace(/.{10}/g, '$&\r\n')],
    ['in such base64 in JSON', JSON.stringify(base64.replace(/.{10}/g, '$&\n')).slice(1, -1)],
    [
      'hexadecimal in letters of both cases',
      [...hex].map((digit, at) => (at % 3 ? digit : digit.toUpperCase())).join(''),
    ],
    ['in HTML', secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
    ['in entities by numbers', entities((code) => `&#${code};`)],
    ['in hexadecimal entities', entities((code) => `&#x${code.toString(16)};`)],
    ['percent-encoded, with the sign in the escapes of JSON', encodeURIComponent(secret).replaceAll('%', '\\u0025')],
    ['in the escapes of JSON, percent-encoded', encodeURIComponent(JSON.stringify(secret).slice(1, -1))],
  ])('%s', proves('L33.3', 'L116'), (_name, spelt) => {
    const clean = redactText(`note ${spelt} end`, secretsIn('', [secret]));
    expect(clean).toMatch(/^note .{0,24}\[redacted\].{0,24} end$/s);
  });
});
