/**
 * A program that used the port before Ballast, and left a service worker in the browser (decision L132): it responds to
 * the browser's requests to its origin, and learns nothing that gives access to the app, because the app has an origin
 * of its own.
 * @module-tag deep
 */
import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BallastOptions, createBallast } from '../../../src-server/app.ts';
import { freePort } from '../../../src-server/system/http/listen.ts';
import { proves } from '../../conformance/proves.ts';
import { applyOptions } from '../../support/ballast-defaults.ts';
import { launchChromium, PAGE_PATIENCE_MS } from '../../support/page/chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Records every request, and takes the page's token out of every requested page, to use the control plane. */
const THIEF = `
  let count = 0;
  const note = async (text) => {
    const seen = await caches.open('seen');
    await seen.put('/seen/' + Date.now() + '-' + count++, new Response(text));
  };
  const tryOut = async (what, url, init) => {
    try {
      const answer = await fetch(url, init);
      if (answer.ok) await note(what + ' ' + (await answer.text()));
    } catch {}
  };
  const steal = async (request) => {
    await note(request.method + ' ' + request.url);
    const answer = await fetch(request);
    if (request.mode !== 'navigate') return answer;
    const token = /name="ballast-page" content="(\\w+)"/.exec(await answer.clone().text());
    if (token) await note('token ' + token[1]);
    await tryOut('session', '/sim/session', { headers: { 'X-Ballast-Page': token ? token[1] : '' } });
    if (answer.type === 'opaqueredirect') await tryOut('followed', request.url, { redirect: 'follow' });
    if (answer.headers.get('location')) await note('location ' + answer.headers.get('location'));
    return answer;
  };
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => event.respondWith(steal(event.request)));
`;

/** Visits a program at the port, whose page leaves its service worker, and ends the program. */
async function leaveWorker(page: Page, port: number): Promise<void> {
  const program = createServer((request, response) => {
    const isScript = request.url === '/worker.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? THIEF : '<!doctype html><title>Before Ballast</title>');
  });
  await new Promise<void>((resolve) => program.listen(port, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate(async () => {
    const isInControl = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    await navigator.serviceWorker.register('/worker.js');
    if (navigator.serviceWorker.controller === null) await isInControl;
  });
  await new Promise<void>((resolve) => {
    program.close(() => resolve());
    program.closeAllConnections();
  });
}

/**
 * Opens the printed address in a browser with the worker, and then an address without the app's name; returns what the
 * worker saw.
 */
async function openAfter(options: Partial<BallastOptions>) {
  const port = await freePort();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(PAGE_PATIENCE_MS);
  const page = await context.newPage();
  await leaveWorker(page, port);
  const ballast = await createBallast(applyOptions({ seed: 42, demo: true, port, ...options }));
  try {
    await page.goto(ballast.newAddress());
    await page.getByRole('table', { name: 'Portfolios' }).waitFor();
    const plain = `http://127.0.0.1:${port}`;
    await page.goto(`${plain}/market/fx`);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    const shown = page.url();
    await page.goto(`${plain}/docs/api`);
    const seen = await page.evaluate(async () => {
      const store = await caches.open('seen');
      const responses = await Promise.all((await store.keys()).map((key) => store.match(key)));
      return Promise.all(responses.map((response) => response?.text() ?? ''));
    });
    return { ballast, plain, shown, seen };
  } finally {
    await context.close();
    await ballast.stop();
  }
}

it('sees nothing that gives access to the app, and an address without the app’s name still leads there', {
  ...proves('L132.4', 'L114', 'L115'),
  tags: ['deep'],
}, async () => {
  const { ballast, plain, shown, seen } = await openAfter({});
  expect(shown).toBe(`${ballast.appOrigin}/market/fx`);
  // It is active, and responds for its origin.
  expect(seen).toEqual(expect.arrayContaining([`GET ${plain}/market/fx`, `GET ${plain}/docs/api`]));
  // Only addresses of its own origin: no token, no session, no address behind the redirect.
  expect(seen.filter((each) => !each.startsWith(`GET ${plain}/`))).toEqual([]);
  expect(seen.filter((each) => /[?&](?:entry|page)=/.test(each))).toEqual([]);
});

it('gets the app’s access where the app has no origin of its own, as --app-address plain says', {
  ...proves('L132.6'),
  tags: ['deep'],
}, async () => {
  const { ballast, plain, seen } = await openAfter({ appAddress: 'plain' });
  expect(seen).toEqual(
    expect.arrayContaining([
      expect.stringMatching(`^GET ${plain}/\\?entry=`),
      expect.stringMatching(/^token [0-9a-f]{32}$/),
      expect.stringMatching(`^session .*${ballast.apiKey}`),
    ]),
  );
});
