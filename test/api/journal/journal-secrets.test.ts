/** Secrets are nowhere in stored, shown or exported data, wherever a client puts them (decision L33). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createdKey } from '../../../src-server/contract/control/accounts/accounts.ts';
import { REDACTED, redactHeaders, redactText, secretsIn } from '../../../src-server/engine/redact-secrets.ts';
import { proves } from '../../conformance/proves.ts';
import { fc } from '../../support/draws.ts';
import { callerOf, newFolder, startBallast, stopAll } from '../../support/start-ballast.ts';

afterEach(stopAll);

describe('secrets', () => {
  test(
    'are in no response of the journal, no archive, no stream and no byte of its files',
    proves('L33.2', 'L33.3', 'L33.6'),
    async () => {
      const dataDir = newFolder();
      const adminToken = 'admin/token+with"marks';
      const server = await startBallast({ dataDir, adminToken });
      const { apiKey, baseUrl } = server.ballast;
      const own = (await server.sim.post('/keys', { name: 'own' })).as(createdKey).secret;
      const unknown = 'sk_this-one-is-not-known';
      const stream = new AbortController();
      const heard = readUntil(`${server.ballast.controlUrl}/stream?topics=request`, adminToken, stream, 'last-of-all');
      for (const secret of [apiKey, own, unknown]) {
        const caller = callerOf(baseUrl, secret);
        await caller.get(`/portfolios/${secret}`);
        await caller.get(`/prices/x?api_key=${encodeURIComponent(secret)}&token=${encodeURIComponent(adminToken)}`);
        await caller.send('GET', '/prices/y', {
          headers: {
            'x-api-key': 'another-secret',
            cookie: 'session=cookie-secret',
            'x-note': `${secret} twice ${secret}`,
          },
        });
        await caller.post('/portfolios', { name: secret, external_id: adminToken });
      }
      await server.both.get('/prices/last-of-all');
      const secrets = [apiKey, own, unknown, 'another-secret', 'cookie-secret'];
      const spelt = [adminToken, encodeURIComponent(adminToken), JSON.stringify(adminToken).slice(1, -1)];
      const { entries } = JSON.parse((await server.sim.get('/journal')).text) as { entries: { request_id: string }[] };
      expect(entries).toHaveLength(13);
      const texts = [
        (await server.sim.get('/journal?full=true')).text,
        (await server.sim.get('/journal?q=redacted&full=true')).text,
        (await server.sim.get('/journal.har')).text,
        (await server.sim.post('/journal/verify', { match: { method: 'PUT' } })).text,
        await heard,
      ];
      for (const { request_id: id } of entries) texts.push((await server.sim.get(`/journal/${id}`)).text);
      await server.stop();
      for (const file of ['journal.db']) texts.push(readFileSync(join(dataDir, file), 'latin1'));
      for (const secret of [...secrets, ...spelt]) {
        for (const text of texts) expect(text.includes(secret), `${secret} in ${text.slice(0, 80)}`).toBe(false);
      }
      expect(texts[0]).toContain('Bearer [redacted]');
    },
  );

  test('leave no trace in a text, however they overlap, and the rest of it remains', proves('L33.3'), () => {
    const secret = fc.stringMatching(/^[a-c]{8,12}$/);
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 4 }),
        fc.array(fc.constantFrom(0, 1, 2, 3, '.', 'x')),
        (all, parts) => {
          const text = parts.map((part) => (typeof part === 'number' ? `${all[part % all.length]}` : part)).join('-');
          const clean = redactText(text, secretsIn('', all));
          for (const each of all) expect(clean).not.toContain(each);
          expect(clean.replaceAll(REDACTED, '').replaceAll('-', '')).toMatch(/^[.x]*$/);
        },
      ),
    );
  });

  test.each([
    [['Authorization', 'Bearer abc'], { authorization: 'Bearer [redacted]' }],
    [['authorization', 'bearer   abcdefghij'], { authorization: 'bearer [redacted]' }],
    [['AUTHORIZATION', 'abcdefghij'], { authorization: '[redacted]' }],
    [['Proxy-Authorization', 'Basic YTpi'], { 'proxy-authorization': 'Basic [redacted]' }],
    [['Cookie', 'a=b', 'Set-Cookie', 'c=d'], { cookie: '[redacted]', 'set-cookie': '[redacted]' }],
    [
      ['X-Note', 'longsecret here', 'Authorization', 'Bearer longsecret'],
      { 'x-note': '[redacted] here', authorization: 'Bearer [redacted]' },
    ],
    [
      ['X-Note', 'abc here', 'Authorization', 'Bearer abc'],
      { 'x-note': 'abc here', authorization: 'Bearer [redacted]' },
    ],
    [['Accept', 'a', 'accept', 'b'], { accept: 'a, b' }],
    [['__proto__', 'x'], JSON.parse('{"__proto__":"x"}')],
  ])('%j are stored as %j', proves('L33.1', 'L33.2', 'L33.5'), (headers, stored) => {
    expect(JSON.stringify(redactHeaders(headers.join('\n'), secretsIn(headers.join('\n'), [])))).toBe(
      JSON.stringify(stored),
    );
  });
});

/** The text of a stream up to `word`; the stream is then ended. */
async function readUntil(url: string, token: string, end: AbortController, expected: string): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: end.signal });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(expected)) break;
  }
  end.abort();
  return text;
}
