/**
 * `/docs`: the built site, and nothing else of the machine; before it is built, a page that explains how to build it.
 */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocumentSite } from '../../../src-server/api/pages/document-site.ts';
import { readAppPage } from '../../../src-server/system/files/world-files.ts';
import { proves } from '../../conformance/proves.ts';
import { newFolder } from '../../support/start-ballast.ts';

let siteFolder: string;
let origin: string;
let close: () => void;

beforeAll(async () => {
  siteFolder = join(newFolder(), 'site');
  mkdirSync(siteFolder);
  writeFileSync(join(siteFolder, '../secret.txt'), 'not of the site');
  const site = createDocumentSite({ siteFolder, readSitePage: () => readAppPage(siteFolder) });
  const listener = express().disable('etag').use(site).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  close = () => listener.close();
});
afterAll(() => close());

test('before it is built, one page explains how to build it and links to the reference', proves('L30'), async () => {
  for (const path of ['/docs', '/docs/']) {
    const response = await fetch(origin + path, { redirect: 'manual' });
    const text = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    expect(text).toContain('npm run build:site');
    expect(text).toContain('href="/docs/api"');
  }
});

describe('once it is built, while the server runs', () => {
  beforeAll(() => {
    for (const folder of ['assets', 'recipes', 'files/docs']) mkdirSync(join(siteFolder, folder), { recursive: true });
    writeFileSync(join(siteFolder, 'index.html'), '<h1>Start</h1>');
    writeFileSync(join(siteFolder, 'testing.html'), '<h1>Testing</h1>');
    writeFileSync(join(siteFolder, 'recipes/index.html'), '<h1>Recipes</h1>');
    writeFileSync(join(siteFolder, 'assets/app.12345678.js'), 'export {};');
    writeFileSync(join(siteFolder, 'files/docs/recipe.test.ts'), 'const one = 1;');
  });

  test('it is found with and without the slash, and its folders too', proves('L30'), async () => {
    const bare = await fetch(`${origin}/docs`, { redirect: 'manual' });
    expect([bare.status, bare.headers.get('location')]).toEqual([302, '/docs/']);
    const found = ['/docs', '/docs/', '/docs/testing.html', '/docs/recipes', '/docs/recipes/'];
    const texts = await Promise.all(found.map(async (path) => (await fetch(origin + path)).text()));
    expect(texts).toEqual([
      '<h1>Start</h1>',
      '<h1>Start</h1>',
      '<h1>Testing</h1>',
      '<h1>Recipes</h1>',
      '<h1>Recipes</h1>',
    ]);
  });

  test('every response allows only the scripts of the site', proves('L30', 'A18.2'), async () => {
    for (const path of ['/docs/', '/docs/assets/app.12345678.js', '/docs/nothing.html']) {
      const { headers } = await fetch(origin + path);
      const rules = headers.get('content-security-policy')?.split('; ');
      expect([path, rules]).toEqual([path, expect.arrayContaining(["default-src 'self'", "frame-ancestors 'none'"])]);
      expect(rules).toContain(`script-src ${new URL(origin).host}/docs/assets/`);
    }
  });

  test('pages are revalidated, and assets, which are named by their content, are not', async () => {
    const cacheOf = async (path: string) => (await fetch(origin + path)).headers.get('cache-control');
    expect(await cacheOf('/docs/')).toBe('no-cache');
    expect(await cacheOf('/docs/testing.html')).toBe('no-cache');
    expect(await cacheOf('/docs/assets/app.12345678.js')).toBe('public, max-age=31536000, immutable');
    const first = await fetch(`${origin}/docs/testing.html`);
    const tag = first.headers.get('etag') ?? '';
    expect((await getExactly('/docs/testing.html', { 'if-none-match': tag })).status).toBe(304);
  });

  test('a page or asset that the build compressed is sent so, or uncompressed to a client that needs it', async () => {
    writeFileSync(join(siteFolder, 'recipes/crash.html.gz'), gzipSync('<h1>Crash</h1>'));
    writeFileSync(join(siteFolder, 'assets/@crash.12345678.js.gz'), gzipSync('export const x = 1;'));
    for (const [path, text, type, cache] of [
      ['/docs/recipes/crash.html', '<h1>Crash</h1>', 'text/html; charset=utf-8', 'no-cache'],
      [
        '/docs/assets/@crash.12345678.js',
        'export const x = 1;',
        'text/javascript; charset=utf-8',
        'public, max-age=31536000, immutable',
      ],
    ] as const) {
      const response = await fetch(origin + path);
      const named = ['content-type', 'content-encoding', 'vary', 'cache-control'].map((name) =>
        response.headers.get(name),
      );
      expect([await response.text(), ...named]).toEqual([text, type, 'gzip', 'Accept-Encoding', cache]);
      expect(await getExactly(path)).toEqual({ status: 200, text });
      const tag = response.headers.get('etag') ?? '';
      expect((await getExactly(path, { 'accept-encoding': 'gzip', 'if-none-match': tag })).status).toBe(304);
      expect((await fetch(origin + path, { method: 'POST' })).status).toBe(404);
    }
  });

  test('HEAD has the headers of GET and no body', async () => {
    const response = await fetch(`${origin}/docs/testing.html`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '16', '']);
  });

  test('files of the repository are text, whatever their extension', async () => {
    const response = await fetch(`${origin}/docs/files/docs/recipe.test.ts`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe('const one = 1;');
  });

  test('nothing outside the folder is reached, however the path is written', async () => {
    const ways = [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/../../secret.txt',
      '/%5c..%5csecret.txt',
    ];
    for (const way of ways) {
      const { status, text } = await getExactly(`/docs${way}`);
      expect([way, status < 400]).toEqual([way, false]);
      expect(text).not.toContain('not of the site');
    }
  });

  test('a page that does not exist is 404, and so is an asset of an older build', async () => {
    for (const path of ['/docs/nothing.html', '/docs/assets/older.js', '/docs/.hidden'])
      expect([path, (await fetch(origin + path)).status]).toEqual([path, 404]);
  });
});

/** Without the changes of `fetch` to paths, and to conditional requests. */
async function getExactly(path: string, headers = {}): Promise<{ status: number; text: string }> {
  const sent = request(origin, { path, headers });
  sent.end();
  const [response] = await once(sent, 'response');
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return { status: response.statusCode, text: Buffer.concat(parts).toString('utf8') };
}
