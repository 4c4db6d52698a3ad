/**
 * Responses that somebody else shapes, in a real browser with access (decision A18): none of them becomes a page, a
 * script or a service worker of the app's origin.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';
import { callerOf } from '../../support/start-ballast.ts';

let app: OpenApp;
let site: Server;
/** A page of another site; `?to=` is where its script leads the browser. */
let foreign: string;
/** The client of one world, who has no token of the server. */
let holder: { readonly base: string; readonly stub: (path: string, headers: object, text: string) => Promise<void> };

beforeAll(async () => {
  app = await openApp();
  site = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to') ?? '';
    const frame = `<iframe src="${to}"></iframe><script src="${to}"></script><img src="${to}">`;
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<!doctype html><title>Foreign</title><a href="${to}">Go</a><a href="${to}" target="_blank">Open</a>${frame}`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  foreign = `http://localhost:${(site.address() as AddressInfo).port}/`;
  const { adminToken, controlUrl } = app.ballast;
  const made = await callerOf(controlUrl, adminToken).post('/worlds', { name: 'aaa' });
  const { control_url: control, admin_token: token } = JSON.parse(made.text) as Record<string, string>;
  const world = callerOf(String(control), String(token));
  holder = {
    base: app.at('/worlds/aaa/v1'),
    async stub(path, headers, text) {
      const response = { status: 200, headers, text, template: true };
      expect((await world.post('/stubs', { match: { path: { glob: `*${path}` } }, answer: response })).status).toBe(
        201,
      );
    },
  };
});
afterAll(async () => {
  await app.close();
  site.close();
});

/** Reports of whatever ran, by any channel that a page has. */
let heard: string[];
beforeEach(() => {
  heard = [];
});

/** Takes the token of the page, lists the worlds and reports them, if it runs as a page of the app. */
const THEFT = `
  window.name = 'ran';
  document.title = 'ran';
  let token = 'none';
  try { token = localStorage.getItem('ballast-page'); } catch {}
  fetch('/sim/worlds', { headers: { 'X-Ballast-Page': token } }).then((answer) => answer.text()).then((text) => { document.title = 'stole ' + text; });
  fetch('/sim/explorations', { method: 'POST', headers: { 'X-Ballast-Page': token, 'Content-Type': 'application/json' }, body: '{}' });
`;

async function opened(): Promise<Page> {
  const page = await app.page.context().newPage();
  page.on('request', (request) => {
    if (/\/sim\/(?:worlds|explorations)/.test(request.url())) heard.push(`${request.method()} ${request.url()}`);
  });
  return page;
}

/** Checks the page once its scripts, if any ran, had their time: another whole page was loaded meanwhile. */
async function expectInert(page: Page): Promise<void> {
  const other = await app.page.context().newPage();
  await other.goto(app.at('/docs/api'));
  await other.close();
  expect([await page.title(), heard]).toEqual([expect.not.stringMatching(/ran|stole/), []]);
}

it('a stub that is HTML does not become a page of the app, however it is opened', proves('A18.1'), async () => {
  await holder.stub('/page', { 'Content-Type': 'text/html' }, `<title>quiet</title><script>${THEFT}</script>`);
  const page = await opened();
  // The user of the browser types its address.
  expect((await page.goto(`${holder.base}/page`))?.status()).toBe(200);
  await expectInert(page);
  expect(await page.evaluate(() => [window.origin, window.name])).toEqual(['null', '']);
  await page.close();
});

it('a page of another site leads no user to it, and loads it as nothing', proves('A18.4'), async () => {
  await holder.stub('/lead', { 'Content-Type': 'text/html' }, `<title>quiet</title><script>${THEFT}</script>`);
  const page = await opened();
  const statuses: number[] = [];
  page.context().on('response', (response) => {
    if (response.url() === `${holder.base}/lead`) statuses.push(response.status());
  });
  await page.goto(`${foreign}?to=${holder.base}/lead`, { waitUntil: 'load' });
  await page.getByText('Go').click();
  await page.waitForURL(`${holder.base}/lead`);
  expect(await page.textContent('body')).toContain('Pages of other sites');
  await page.goBack();
  const [popup] = await Promise.all([page.context().waitForEvent('page'), page.getByText('Open').click()]);
  await popup.waitForLoadState();
  // At least the frame, and the link that was clicked twice.
  expect(statuses.length).toBeGreaterThanOrEqual(3);
  expect(statuses.filter((status) => status !== 400)).toEqual([]);
  await expectInert(popup);
  await Promise.all([page.close(), popup.close()]);
});

it('a template that repeats its address runs nothing', proves('A18.1'), async () => {
  await holder.stub('/echo', { 'Content-Type': 'text/html' }, '<title>quiet</title><p>${request/query/id}</p>');
  const page = await opened();
  const markup = encodeURIComponent(
    `<img src=x onerror="document.title='ran'"><script>${THEFT}</script><svg onload="document.title='ran'">`,
  );
  await page.goto(`${holder.base}/echo?id=${markup}`);
  // The markup is there, and does nothing.
  expect(await page.content()).toContain('onerror');
  await expectInert(page);
  await page.close();
});

it('no stub becomes a service worker, of the app or of itself', proves('A18.5'), async () => {
  const worker = { 'Content-Type': 'text/javascript', 'Service-Worker-Allowed': '/' };
  await holder.stub(
    '/sw',
    worker,
    "self.addEventListener('fetch', (event) => event.respondWith(new Response('mine')));",
  );
  await app.show('/portfolios');
  const result = await app.page.evaluate(async (script) => {
    const tries = [{ scope: '/' }, {}];
    const ends = await Promise.all(
      tries.map((options) =>
        navigator.serviceWorker.register(script, options).then(
          () => 'registered',
          (error: Error) => error.name,
        ),
      ),
    );
    return [...ends, (await navigator.serviceWorker.getRegistrations()).length];
  }, '/worlds/aaa/v1/sw');
  expect(result).toEqual([expect.not.stringMatching('registered'), expect.not.stringMatching('registered'), 0]);
});

it('a stub does not become a script, module, worker or style of the app’s page', proves('A18.5'), async () => {
  await holder.stub('/js', { 'Content-Type': 'text/javascript' }, "document.title = 'ran'; self.postMessage?.('ran');");
  await holder.stub('/css', { 'Content-Type': 'text/css' }, 'body { outline: 7px solid red }');
  await app.show('/portfolios');
  const ends = await app.page.evaluate(async (base) => {
    const load = (element: HTMLElement) =>
      new Promise<string>((resolve) => {
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('refused');
        document.head.append(element);
      });
    const worker = new Promise<string>((resolve) => {
      try {
        const made = new Worker(`${base}/js`);
        made.onmessage = () => resolve('ran');
        made.onerror = () => resolve('refused');
      } catch {
        resolve('refused');
      }
    });
    return Promise.all([
      load(Object.assign(document.createElement('script'), { src: `${base}/js` })),
      load(Object.assign(document.createElement('script'), { src: `${base}/js`, type: 'module' })),
      load(Object.assign(document.createElement('link'), { href: `${base}/css`, rel: 'stylesheet' })),
      worker,
    ]);
  }, '/worlds/aaa/v1');
  expect(ends).toEqual(['refused', 'refused', 'refused', 'refused']);
  const imported = `import('/worlds/aaa/v1/js').then(() => 'loaded', () => 'refused')`;
  expect(await app.page.evaluate(imported)).toBe('refused');
  expect(await app.page.title()).not.toBe('ran');
  // A script of the page reads it, as a client does.
  expect(await app.page.evaluate(async () => (await fetch('/worlds/aaa/v1/css')).status)).toBe(200);
});

it(
  'neither a stub nor a fault ends a session, or leaves something behind in the browser',
  proves('A18.3'),
  async () => {
    const { port } = new URL(app.ballast.baseUrl);
    await holder.stub('/out', { 'Clear-Site-Data': '"*"', 'Content-Type': 'text/html' }, 'x');
    await holder.stub('/cookie', { 'Set-Cookie': `ballast_session_${port}=x; Path=/` }, 'x');
    await holder.stub('/nameless', { 'Set-Cookie': `=ballast_session_${port}=x; Path=/` }, 'x');
    await holder.stub('/other', { 'Set-Cookie': 'of_the_client=1; Path=/' }, 'x');
    const page = await opened();
    for (const path of ['/out', '/cookie', '/nameless', '/other']) await page.goto(`${holder.base}${path}`);
    const names = (await page.context().cookies(app.at('/'))).map(({ name }) => name).sort();
    expect(names).toEqual([`ballast_session_${port}`, 'of_the_client']);
    await page.goto(app.at('/portfolios'));
    await page.locator('main h1').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('ballast-page'))).toMatch(/^[0-9a-f]{32}$/);
    await page.close();
  },
);

it('the app reports no errors', proves('A18.2'), async () => {
  // The policy refused the attempts above, and nothing of the app.
  const own = app.complaints.filter((text) => !/worlds\/aaa\/v1/.test(text));
  expect(own).toEqual([]);
});
