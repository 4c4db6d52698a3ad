/** The secrets that the server knows are nowhere in stored, shown or exported data of clients (L33, L116). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createdKey } from '../../../src-server/contract/control/accounts/accounts.ts';
import { createdWorld } from '../../../src-server/contract/control/worlds/worlds.ts';
import { REDACTED } from '../../../src-server/engine/redact-secrets.ts';
import { proves } from '../../conformance/proves.ts';
import { callerOf, newFolder, startBallast, stopAll } from '../../support/start-ballast.ts';

afterEach(stopAll);

const base64 = (text: string) => Buffer.from(text).toString('base64');
const percentAll = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');
const ENCODINGS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  encodeURIComponent,
  (secret) => encodeURIComponent(percentAll(secret)),
  (secret) => base64(`user:${secret}`),
  (secret) => base64(`u:${secret}`),
  (secret) => Buffer.from(secret).toString('base64url'),
  (secret) => Buffer.from(secret).toString('hex'),
];

test.each([
  ['one by one', 1],
  ['in a batch', 60],
])('every secret in every encoding, %s', { ...proves('L33.3', 'L33.6', 'L116') }, async (_name, times) => {
  const dataDir = newFolder();
  const server = await startBallast({ dataDir, recordCommands: true });
  const { apiKey, adminToken, baseUrl, controlUrl } = server.ballast;
  const own = (await server.sim.post('/keys', { name: 'own' })).as(createdKey).secret;
  const signing = `whsec_${base64('the-signing-secret-of-a-webhook-')}`;
  expect((await server.sim.post('/webhooks', { url: '/sim/sink/one', secret: signing })).status).toBe(201);
  const world = (await server.sim.post('/worlds', { name: 'other' })).as(createdWorld);
  const entry = new URL(server.ballast.newAddress()).searchParams.get('entry') ?? '';
  const secrets = [apiKey, adminToken, own, signing, signing.slice(6), world.api_key, world.admin_token, entry];
  expect(secrets.every((secret) => secret.length >= 8)).toBe(true);
  const spelt = secrets.flatMap((secret) => ENCODINGS.map((encode) => encode(secret)));
  const sink = callerOf(`${controlUrl}/sink`, '');
  const client = callerOf(baseUrl, apiKey);
  for (const each of spelt) {
    await client.get(`/prices/x?note=${encodeURIComponent(each)}`);
    await client.send('GET', '/prices/y', { headers: { 'x-note': each, 'x-ballast-page': 'a-page-token' } });
    await client.post('/portfolios', {
      name: each,
      password: 'a-password-7',
      note: JSON.stringify({ client_secret: 'a-password-7' }),
    });
    await sink.send('POST', '/one', {
      headers: { authorization: `Bearer ${each}`, 'x-note': each },
      body: JSON.stringify({ each }),
    });
  }
  await Promise.all(
    Array.from({ length: times }, () => client.get(`/prices/z?access_token=an-access-token&x=${percentAll(apiKey)}`)),
  );
  const texts = [
    (await server.sim.get('/journal?full=true&limit=1000')).text,
    (await server.sim.get('/journal.har?limit=1000')).text,
    (await server.sim.get('/journal?q=prices&full=true')).text,
    (await server.sim.get('/sinks/one?limit=1000')).text,
    (await server.sim.post('/journal/verify', { match: { method: 'PUT' } })).text,
  ];
  expect(texts[3]).toContain('Bearer [redacted]');
  await server.stop();
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => /^journal\.db/.test(name));
  for (const file of files) texts.push(readFileSync(join(dataDir, file), 'latin1'));
  const others = ['a-password-7', 'an-access-token', 'a-page-token'];
  for (const text of texts)
    expect(
      [...spelt, ...others].filter((each) => text.includes(each)),
      text.slice(0, 60),
    ).toEqual([]);
});

test.each([
  ['in hexadecimal with capitals', (secret: string) => Buffer.from(secret).toString('hex').toUpperCase()],
  ['in base64 that is broken into lines', (secret: string) => base64(`user:${secret}`).replace(/.{8}/g, '$&\n')],
])('a secret %s, in a batch without any other encoding', proves('L33.3', 'L116'), async (_name, encode) => {
  const dataDir = newFolder();
  const adminToken = 'lemons-on-monday';
  const server = await startBallast({ dataDir, adminToken });
  const spelt = encode(adminToken);
  const headers = { 'content-type': 'application/json' };
  await Promise.all(Array.from({ length: 200 }, () => server.a.send('POST', '/portfolios', { headers, body: spelt })));
  const shown = (await server.sim.get('/journal?full=true&limit=1000')).text;
  await server.stop();
  const stored = readFileSync(join(dataDir, 'journal.db'), 'latin1');
  expect(shown).toContain(REDACTED);
  for (const text of [shown, stored])
    expect(text.includes(spelt) || text.includes(JSON.stringify(spelt).slice(1, -1))).toBe(false);
});
