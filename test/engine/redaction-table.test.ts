/** Every secret in every encoding and at every place is redacted, and nothing else is (decisions L33, L116). */
import { describe, expect, test } from 'vitest';
import { REDACTED, redactHeaders, redactText, secretsIn } from '../../src-server/engine/redact-secrets.ts';
import { isCredentialName } from '../../src-server/engine/redaction/credential-names.ts';
import { createKnownSecrets } from '../../src-server/engine/redaction/known-secrets.ts';
import { proves } from '../conformance/proves.ts';
import { fc } from '../support/draws.ts';

const SECRETS = [
  'sk_live-51H8aBc9',
  'admin/token+with"marks',
  'ünïcode-secret-€',
  'whsec_MfKQ9r8GKYqrTwjU',
  'a b&c=d?e#f%41',
];
const percentAll = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');

type Encode = (secret: string) => string;
const ENCODINGS: Readonly<Record<string, Encode>> = {
  plain: (secret) => secret,
  'percent-encoded': encodeURIComponent,
  'percent-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'percent-encoded in small letters': (secret) =>
    encodeURIComponent(secret).toLowerCase().length > 0 ? percentAll(secret) : '',
  'every byte percent-encoded twice': (secret) => encodeURIComponent(percentAll(secret)),
  'in JSON': (secret) => JSON.stringify(secret).slice(1, -1),
  'in JSON by numbers': (secret) =>
    secret
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  base64,
  'base64 after u:': (secret) => base64(`u:${secret}`),
  'base64 after us:': (secret) => base64(`us:${secret}`),
  'base64 after user:': (secret) => base64(`user:${secret}`),
  'base64 before and after': (secret) => base64(`x${secret}yz`),
  'base64 in an address': (secret) => encodeURIComponent(base64(`me:${secret}`)),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'base64url after u:': (secret) => Buffer.from(`u:${secret}`).toString('base64url'),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'hexadecimal in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
};
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  'a path': (text) => `/v1/portfolios/${text}/lots`,
  'a query': (text) => `/v1/prices?note=${text}&limit=5`,
  'a member': (text) => `{"note":"${text}","limit":5}`,
  'a member in a text': (text) => JSON.stringify({ body: JSON.stringify({ note: text }) }),
  'a form': (text) => `note=${text}&limit=5`,
  'a log': (text) => `GET /x answered 401 for ${text} in 5 ms`,
};

/** Whether a text has the secret in any of the encodings, or in base64 that could be decoded. */
function shows(text: string, secret: string): boolean {
  const spelt = Object.values(ENCODINGS).map((encode) => encode(secret));
  const decoded =
    text
      .match(/[\w+/=-]{8,}/g)
      ?.flatMap((run) => [0, 1, 2, 3].map((at) => Buffer.from(run.slice(at), 'base64').toString('utf8'))) ?? [];
  return (
    [text, ...decoded].some((each) => spelt.slice(0, 2).some((part) => each.includes(part))) ||
    spelt.some((part) => text.includes(part))
  );
}

describe('a known secret', () => {
  test.each(SECRETS.flatMap((secret) => Object.keys(ENCODINGS).map((name) => [secret, name] as const)))(
    '%s, %s, is at no place',
    { ...proves('L33.3', 'L116') },
    (secret, name) => {
      for (const [place, put] of Object.entries(PLACES)) {
        // JSON within JSON is escaped once more: these places are the most important ones.
        const text = put(ENCODINGS[name]?.(secret) ?? '');
        const clean = redactText(text, secretsIn('', [secret]));
        expect([place, text, shows(clean, secret)]).toEqual([place, text, false]);
        expect(clean).toContain(REDACTED);
      }
    },
  );

  test(
    'is searched without the prefix of a signing secret, and short words are not searched at all',
    proves('L33.3', 'L33.5'),
    () => {
      const known = createKnownSecrets();
      known.add('sk_0123456789', 'short', 'sk_0123456789');
      known.addSigning('whsec_MfKQ9r8GKYqrTwjU');
      expect(known.all()).toEqual(['sk_0123456789', 'whsec_MfKQ9r8GKYqrTwjU', 'MfKQ9r8GKYqrTwjU']);
      expect(known.credentials()).toEqual(['sk_0123456789']);
    },
  );

  test('of a password in Basic is one that was shown, too', proves('L33.2'), () => {
    const headers = `Authorization\nBasic ${base64('user:pass-word-7')}`;
    expect(redactText('it is pass-word-7', secretsIn(headers, []))).toBe('it is [redacted]');
  });

  test('leaves nothing of it behind, whatever surrounds it', proves('L33.3', 'L116'), () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }),
        fc.constantFrom(...Object.values(ENCODINGS)),
        fc.stringMatching(/^[a-z]{0,6}$/),
        fc.stringMatching(/^[a-z]{0,6}$/),
        (secret, encode, before, after) => {
          fc.pre(secret.isWellFormed());
          const spelt = encode(`${secret}`);
          const clean = redactText(`${before} ${spelt} ${after}`, secretsIn('', [secret]));
          expect(clean.includes(spelt)).toBe(false);
        },
      ),
    );
  });
});

const NAMES = [
  'api_key',
  'apikey',
  'api-key',
  'X-Api-Key',
  'access_token',
  'accessToken',
  'refresh_token',
  'id_token',
  'token',
  'password',
  'passwd',
  'new_password',
  'client_secret',
  'secret',
  'signing_secret',
  'private_key',
  'sessionId',
  'jwt',
  'credentials',
  'api%5Fkey',
  'auth',
  'session',
  'sig',
  'X-Amz-Signature',
  'X-Goog-Signature',
];
const HARMLESS = [
  'idempotency_key',
  'key_id',
  'page_token',
  'next_page_token',
  'token_type',
  'expires_in',
  'name',
  'isin',
  'webhook_id',
  'max_tokens',
  'secretary',
  'tokenizer',
  'author',
  'session_count',
  'design',
  'signature',
];
const VALUE = 'Xy7-value.of_it';
const FORMS: Readonly<Record<string, (name: string, value: string) => string>> = {
  'a query': (name, value) => `/oauth?a=1&${name}=${value}&b=2`,
  'a form': (name, value) => `${name}=${value}&b=2`,
  'a query in a query': (name, value) =>
    `/go?to=${encodeURIComponent(`https://x/?${decodeURIComponent(name)}=${value}&b=2`)}`,
  JSON: (name, value) => `{ "a": 1, "${name}" : "${value}" }`,
  'JSON with escapes': (name, value) => `{"${name}":"\\"${value}\\n\\\\${value}"}`,
  'a list in JSON': (name, value) => `{"${name}":["${value}","${value}2"]}`,
  'JSON in JSON': (name, value) => JSON.stringify({ a: JSON.stringify({ [name]: `"${value}` }) }),
  'a number in JSON': (name) => `{"${name}":7234567}`,
};

describe('a credential by its name', () => {
  test.each(NAMES.flatMap((name) => Object.keys(FORMS).map((form) => [name, form] as const)))(
    '%s in %s is redacted',
    proves('L33.4'),
    (name, form) => {
      const clean = redactText(FORMS[form]?.(name, VALUE) ?? '', []);
      expect(clean).not.toMatch(/value\.of_it|7234567/);
      expect(clean).toContain(REDACTED);
      if (form.includes('JSON')) expect(() => JSON.parse(clean)).not.toThrow();
    },
  );

  test.each(HARMLESS.flatMap((name) => Object.keys(FORMS).map((form) => [name, form] as const)))(
    '%s in %s remains',
    proves('L33.4'),
    (name, form) => {
      const text = FORMS[form]?.(name, VALUE) ?? '';
      expect(redactText(text, [])).toBe(text);
      expect(isCredentialName(name)).toBe(false);
    },
  );

  test.each([
    'Authorization',
    'Proxy-Authorization',
    'Cookie',
    'Set-Cookie',
    'X-Api-Key',
    'X-Ballast-Page',
    'X-Auth-Token',
    'X-Goog-Api-Key',
    'X-Amz-Security-Token',
    'Ocp-Apim-Subscription-Key',
    'X-Client-Secret',
  ])('the header %s', proves('L33.1'), (name) => {
    expect(Object.values(redactHeaders(`${name}\nBearer ${VALUE}`, [])).join()).toMatch(/^(?:Bearer )?\[redacted\]$/);
    expect(redactText(`> ${name}: Bearer ${VALUE}`, [])).not.toContain('value.of_it');
  });

  test('a token by its form', proves('L33.4'), () => {
    const token = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"me"}').toString('base64url')}.c2ln`;
    expect(redactText(`was ${token}, and Bearer abcdefgh.ijk`, [])).toBe('was [redacted], and Bearer [redacted]');
  });

  test('takes time that grows with the text alone', proves('L33.7'), () => {
    const part = '"token":"\\"aa\\":\\"[[ token=%3d authorization: bearer eyJaaaaaaaa. ';
    expect(redactText(part.repeat(20_000), secretsIn('', SECRETS)).length).toBeGreaterThan(0);
  });
});
