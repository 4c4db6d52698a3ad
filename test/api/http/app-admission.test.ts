/** Access to the app: for the browser that opened an address with an entry, once, and a caller with the admin token. */
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAppAdmission } from '../../../src-server/api/http/app-admission.ts';
import { createStaticUi } from '../../../src-server/api/pages/static-ui.ts';
import { createBallast } from '../../../src-server/app.ts';
import { readAppPage } from '../../../src-server/system/files/world-files.ts';
import { proves } from '../../conformance/proves.ts';
import { applyOptions } from '../../support/ballast-defaults.ts';
import { askApp } from '../../support/page/ask-app.ts';
import { pageTokens } from '../../support/page/let-in.ts';
import { makeWorldOn, newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';

let server: TestServer;
let origin: string;

beforeAll(async () => {
  server = await startBallast();
  origin = server.ballast.appOrigin;
});
afterAll(stopAll);

async function open(address: string, headers: Record<string, string> = {}) {
  const response = await askApp(address, { headers: { accept: 'text/html', ...headers } });
  const text = await response.text();
  const cookie = response.headers.get('set-cookie');
  return { status: response.status, cookie, text, page: /name="ballast-page" content="(\w+)"/.exec(text)?.[1] ?? null };
}

const mayUse = async (at: string, cookie: string, page: string) =>
  (await askApp(`${at}/sim/session`, { headers: { cookie, 'x-ballast-page': page } })).status;

describe('a stranger', () => {
  test('gets the page with a browser, and a plain 404 with a client whose base URL is wrong', async () => {
    expect(await open(`${origin}/nonsense`)).toMatchObject({ status: 401 });
    const response = await askApp(`${origin}/nonsense`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect((await askApp(origin)).status).toBe(401);
  });
});

describe('the opened address', () => {
  test('authorises one browser, and no second one', proves('L8', 'L114'), async () => {
    const address = server.ballast.newAddress().replace('/?', '/docs/api?');
    const first = await open(address);
    expect(first.cookie).toMatch(
      new RegExp(
        `^ballast_session_${new URL(origin).port}=[0-9a-f]{32}; HttpOnly; SameSite=Strict; Path=/; Max-Age=\\d+$`,
      ),
    );
    const [pair = ''] = first.cookie?.split(';') ?? [];
    expect(await mayUse(origin, `a=b; ${pair}`, first.page ?? '')).toBe(200);
    expect(await open(address)).toMatchObject({ cookie: null, page: null });
    expect(await open(address.replace(/entry=.*/, 'entry=made-up'))).toMatchObject({ cookie: null, page: null });
  });

  test('is not needed with the admin token, and nobody else is authorised that way', proves('L114'), async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (token: string) =>
      askApp(`${origin}/enter`, { method: 'POST', body: `token=${encodeURIComponent(token)}`, headers });
    expect((await post(server.ballast.adminToken)).headers.get('location')).toMatch(/^\/\?entry=[0-9a-f]{32}$/);
    const { made } = await makeWorldOn(server);
    for (const wrong of ['', 'x', server.ballast.apiKey, made.admin_token]) {
      const refused = await post(wrong);
      expect([refused.status, refused.headers.get('location')]).toEqual([401, null]);
    }
  });

  test('works once the app is built, though it was opened before', async () => {
    const folder = newFolder();
    const admission = createAppAdmission('secret', () => 'e'.repeat(32), 'plain');
    const service = {
      uiFolder: folder,
      readAppPage: () => readAppPage(folder),
      admission,
      address: '',
      serverToken: 'none',
    };
    const listener = express().use(createStaticUi(service)).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = z.object({ port: z.number() }).parse(listener.address());
    const address = `http://127.0.0.1:${port}/portfolios?entry=${admission.newEntry()}`;
    const before = await open(address);
    expect(before).toMatchObject({ status: 503, cookie: null });
    expect(before.text).toContain('npm run build');
    writeFileSync(join(folder, 'index.html'), '<head></head>built');
    const after = await open(address);
    expect(after).toMatchObject({ status: 200, page: expect.stringMatching(/\w/) });
    expect(after.text).toContain('built');
    // A tab of an older build requests a script that is gone: the page in its place would be an invalid script.
    expect(await open(`http://127.0.0.1:${port}/assets/of-an-older-build.js`)).toMatchObject({
      status: 404,
      page: null,
    });
    listener.close();
  });

  test('is forgotten when twenty newer ones wait', proves('L114'), () => {
    const drawn = Array.from({ length: 21 }, (_, index) => `entry-${index}`);
    const admission = createAppAdmission('secret', () => drawn.pop() ?? '');
    const entries = Array.from({ length: 21 }, () => admission.newEntry());
    expect(entries.map((entry) => admission.takeEntry(entry))).toEqual([false, ...Array(20).fill(true)]);
  });
});

describe('the control plane', () => {
  test('requires the cookie and the token of the page together', proves('L115'), async () => {
    const { cookie, page } = await pageTokens(server.ballast);
    const pair = cookie.join('=');
    const made = '0'.repeat(32);
    expect(await mayUse(origin, pair, page)).toBe(200);
    for (const [withCookie, withPage] of [
      [pair, ''],
      [pair, made],
      [pair, cookie[1]],
      ['', page],
      [`${cookie[0]}=${made}`, page],
      [`${cookie[0]}=`, page],
      [`ballast_session=${cookie[1]}`, page],
      [`${cookie[0]}1=${cookie[1]}`, page],
    ] as const) {
      expect([withCookie, withPage, await mayUse(origin, withCookie, withPage)]).toEqual([withCookie, withPage, 401]);
    }
  });

  test(
    'accepts the token in the query of reads that cannot send a header, and of nothing that changes data',
    proves('L115'),
    async () => {
      const { cookie, page } = await pageTokens(server.ballast);
      const headers = { cookie: cookie.join('='), 'content-type': 'application/json' };
      const download = await askApp(`${origin}/sim/mifid-records?format=csv&page=${page}`, { headers });
      expect([download.status, download.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('text/csv'),
      ]);
      const change = await askApp(`${origin}/sim/reset?page=${page}`, { method: 'POST', headers, body: '{}' });
      expect(change.status).toBe(401);
    },
  );

  test('of one server does not know the browsers of another', proves('L115'), async () => {
    const other = await startBallast();
    const there = other.ballast.appOrigin;
    const here = await pageTokens(server.ballast);
    const both = await pageTokens(other.ballast);
    expect(here.cookie[0]).not.toBe(both.cookie[0]);
    const jar = [here, both].map(({ cookie }) => cookie.join('=')).join('; ');
    expect(await Promise.all([mayUse(origin, jar, here.page), mayUse(there, jar, both.page)])).toEqual([200, 200]);
    expect(await Promise.all([mayUse(origin, jar, both.page), mayUse(there, jar, here.page)])).toEqual([401, 401]);
  });
});

describe('a restarted server', () => {
  test('on its data folder or elsewhere authorises no browser that the earlier one had', proves('L114'), async () => {
    const dataDir = newFolder();
    const first = await createBallast(applyOptions({ dataDir }));
    const tokens = await pageTokens(first);
    await first.stop();
    expect(readdirSync(dataDir).filter((name) => name.includes('secret'))).toEqual([]);
    // Files that an earlier version of Ballast, or somebody else, left there have no effect.
    writeFileSync(join(dataDir, 'session.secret'), `${'a'.repeat(64)}\n`, { mode: 0o600 });
    const again = await createBallast(applyOptions({ dataDir }));
    const at = new URL(again.appOrigin);
    const known = createAppAdmission('a'.repeat(64), () => 'x');
    for (const { cookie, page } of [
      { cookie: tokens.cookie[1], page: tokens.page },
      { cookie: known.cookieToken, page: known.pageToken },
    ])
      expect(await mayUse(at.origin, `ballast_session_${at.port}=${cookie}`, page)).toBe(401);
    await again.stop();
  });

  test(
    'with the secret of the one before, as the desktop app restarts its server, knows its pages',
    proves('L114'),
    async () => {
      const options = { ...applyOptions({}), sessionSecret: 'of-the-desktop' };
      const first = await createBallast(options);
      const tokens = await pageTokens(first);
      await first.stop();
      const again = await createBallast(options);
      const at = new URL(again.appOrigin);
      expect(await mayUse(at.origin, `ballast_session_${at.port}=${tokens.cookie[1]}`, tokens.page)).toBe(200);
      await again.stop();
    },
  );
});

test('a server that was stopped can be stopped again, whatever its world has written', async () => {
  const { ballast, sim } = await startBallast();
  expect((await sim.post('/webhooks', { url: '/sim/sink/first' })).status).toBe(201);
  await ballast.stop();
  await expect(ballast.stop()).resolves.toBeUndefined();
});
