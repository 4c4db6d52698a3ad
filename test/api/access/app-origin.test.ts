/**
 * The origin of the app: a name that nobody can know before the start; under any other name the app may do nothing
 * (L132).
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAppAdmission } from '../../../src-server/api/http/app-admission.ts';
import { createStaticUi } from '../../../src-server/api/pages/static-ui.ts';
import { takeAddress } from '../../../src-server/system/http/take-address.ts';
import { startBallast as startForTest } from '../../../src-server/testing/testing.ts';
import { proves } from '../../conformance/proves.ts';
import { askApp } from '../../support/page/ask-app.ts';
import { pageTokens } from '../../support/page/let-in.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../support/start-ballast.ts';

let server: TestServer;
let label: string;
let port: string;

beforeAll(async () => {
  server = await startBallast();
  ({ hostname: label, port } = new URL(server.ballast.appOrigin));
});
afterAll(stopAll);

const hasIpv6 = await holdsIpv6();

async function holdsIpv6(): Promise<boolean> {
  const occupying = createServer();
  try {
    await takeAddress(occupying, 0, '::1');
    return true;
  } catch {
    return false;
  } finally {
    occupying.close();
  }
}

const session = (headers: Record<string, string>, target = '/sim/session') =>
  askApp(`${server.ballast.appOrigin}${target}`, {
    headers: { authorization: `Bearer ${server.ballast.adminToken}`, ...headers },
  });

describe('the name of the app', () => {
  test('has 80 random bits, differs at each start, and is derived from the secret of the desktop app', {
    ...proves('L132.1'),
  }, async () => {
    expect(label).toMatch(/^ballast-[0-9a-f]{20}\.localhost$/);
    expect(new URL(server.ballast.newAddress()).origin).toBe(server.ballast.appOrigin);
    const names = await Promise.all(
      [{}, {}, { sessionSecret: 'of-the-desktop' }, { sessionSecret: 'of-the-desktop' }].map(
        async (options) => new URL((await startBallast(options)).ballast.appOrigin).hostname,
      ),
    );
    expect(new Set([label, ...names]).size).toBe(4);
    expect(names[2]).toBe(names[3]);
  });

  test(
    'is accepted as Host, in upper or lower case and with any port, and no similar name is',
    proves('A7.2', 'L132.2'),
    async () => {
      const bare = label.replace('.localhost', '');
      for (const host of [
        `${label}:${port}`,
        label,
        `${label}:1`,
        label.toUpperCase(),
        `${bare.toUpperCase()}.localhost`,
      ])
        expect([host, (await session({ host })).status]).toEqual([host, 200]);
      for (const host of [
        `evil.${label}`,
        `evil${label}`,
        `${label}.evil.com`,
        `${label}.`,
        `${label}.:${port}`,
        `${label}:${port}:1`,
        `${label}:port`,
        `evil.com@${label}`,
        `${label}/x`,
        bare,
        `ballast-${'0'.repeat(20)}.localhost:${port}`,
        `evil.localhost:${port}`,
        '.localhost',
      ])
        expect([host, (await session({ host })).status]).toEqual([host, 400]);
    },
  );

  test(
    'is a separate origin: neither its pages nor those of other names may send cross-origin requests',
    proves('A7.3', 'L132.2'),
    async () => {
      const at = { app: `${label}:${port}`, plain: `127.0.0.1:${port}` };
      expect((await session({ host: at.app, origin: `http://${at.app}` })).status).toBe(200);
      for (const [host, origin] of [
        [at.app, `http://${at.plain}`],
        [at.app, `http://localhost:${port}`],
        [at.app, `https://${at.app}`],
        [at.app, `http://evil.${at.app}`],
        [at.app, `http://${label}:1`],
        [at.app, 'null'],
        [at.plain, `http://${at.app}`],
      ] as const)
        expect([host, origin, (await session({ host, origin })).status]).toEqual([host, origin, 400]);
    },
  );
});

describe('under another name', () => {
  const NAMES = ['127.0.0.1', 'localhost', '[::1]', '127.1.2.3'];

  test('every page of the app redirects to the same address under its own, with the port of the request', {
    ...proves('L132.4'),
  }, async () => {
    const { origin, name: own, close } = await serveBuiltApp();
    for (const name of NAMES)
      for (const path of ['/', '/portfolios?state=outside', '/enter', '//evil.com/x'])
        for (const at of [':4710', ':8080', '']) {
          const headers = { host: `${name}${at}`, accept: 'text/html' };
          const response = await askApp(`${origin}${path}`, { headers });
          expect([path, response.status, response.headers.get('location'), response.headers.get('set-cookie')]).toEqual(
            [path, 303, `http://${own}${at}/worlds/one${path}`, null],
          );
        }
    expect((await askApp(`${origin}/portfolios`, { headers: { host: own, accept: 'text/html' } })).status).toBe(401);
    // A client with a wrong base URL is not redirected to a page.
    expect((await askApp(`${origin}/portfolios`, { headers: { host: '127.0.0.1' } })).status).toBe(404);
    close();
  });

  test('nobody is authorised, neither by an address of the ready line nor by the admin token', {
    ...proves('L114', 'L132.3', 'L132.4'),
  }, async () => {
    const docs = server.ballast.newAddress().replace('/?', '/docs/api?');
    for (const name of NAMES) {
      const response = await askApp(docs, { headers: { host: `${name}:${port}`, accept: 'text/html' } });
      expect([name, response.headers.get('set-cookie')]).toEqual([name, null]);
      expect(await response.text()).not.toContain('ballast-page"');
      const entered = await askApp(`${server.ballast.appOrigin}/enter`, {
        method: 'POST',
        headers: { host: `${name}:${port}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: `token=${server.ballast.adminToken}`,
      });
      expect([entered.status, entered.headers.get('location')]).toEqual([303, `${server.ballast.appOrigin}/enter`]);
    }
    // The address was not used up.
    expect((await askApp(docs)).headers.get('set-cookie')).toMatch(/^ballast_session_/);
  });

  test('a browser that was authorised may do nothing, with any credential', proves('L115', 'L132.3'), async () => {
    const { cookie, page } = await pageTokens(server.ballast);
    const shown = { authorization: '', cookie: cookie.join('='), 'x-ballast-page': page };
    expect((await session({ ...shown, host: `${label}:${port}` })).status).toBe(200);
    for (const name of NAMES)
      expect([name, (await session({ ...shown, host: `${name}:${port}` })).status]).toEqual([name, 401]);
  });
});

describe('a server with --app-address plain', () => {
  test('authorises browsers under every name that it accepts', proves('L132.6'), async () => {
    const { ballast } = await startBallast({ appAddress: 'plain' });
    expect(ballast.appOrigin).toBe(new URL(ballast.baseUrl).origin);
    const { cookie, page } = await pageTokens(ballast);
    const headers = { cookie: cookie.join('='), 'x-ballast-page': page };
    expect((await askApp(`${ballast.appOrigin}/sim/session`, { headers })).status).toBe(200);
  });
});

describe.runIf(hasIpv6)('the other loopback address', () => {
  test('gives the same responses as the one that was requested', proves('L132.3', 'L132.5'), async () => {
    const address = `${server.ballast.appOrigin}/sim/session`;
    const headers = { authorization: `Bearer ${server.ballast.adminToken}` };
    for (const at of ['127.0.0.1', '::1'] as const)
      expect([at, (await askApp(address, { headers }, at)).status]).toEqual([at, 200]);
    expect((await askApp(address, { headers: { ...headers, host: 'evil.example' } }, '::1')).status).toBe(400);
  });

  test('is reserved: a start is refused if another program has it, and the port is free again', {
    ...proves('L132.5', 'L132.6'),
  }, async () => {
    const other = createServer();
    const taken = await takeAddress(other, 0, '::1');
    const refused = await startBallast({ port: taken }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      exitCode: 2,
      lines: [expect.stringMatching(new RegExp(`^port ${taken}: another program uses ::1 .* --app-address plain$`))],
    });
    await expect(startForTest({ port: taken })).rejects.toThrow('or use appAddress plain');
    await (await startForTest({ port: taken, appAddress: 'plain' })).stop();
    const plain = await startBallast({ port: taken, appAddress: 'plain' });
    await plain.stop();
    await new Promise((resolve) => other.close(resolve));
    expect(new URL((await startBallast({ port: taken })).ballast.appOrigin).port).toBe(String(taken));
  });
});

/** The pages of a world, as if the app were built. */
async function serveBuiltApp() {
  const uiFolder = newFolder();
  const admission = createAppAdmission('secret', () => 'e'.repeat(32));
  const readAppPage = () => '<head></head>';
  const pages = createStaticUi({ uiFolder, readAppPage, admission, address: '/worlds/one', serverToken: 'none' });
  const listener = express().use(pages).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port: at } = z.object({ port: z.number() }).parse(listener.address());
  return { origin: `http://127.0.0.1:${at}`, name: admission.host ?? '', close: () => listener.close() };
}
