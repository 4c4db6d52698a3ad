/** A page of another origin in a real browser, which calls the service (decision R2). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BallastServer, createBallast } from '../../../src-server/app.ts';
import { proves } from '../../conformance/proves.ts';
import { applyOptions } from '../../support/ballast-defaults.ts';
import { type OpenApp, openApp } from '../../support/page/open-page.ts';

let app: OpenApp;
let ballast: BallastServer;
let site: Server;
let home: string;

beforeAll(async () => {
  site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>A client</title>');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  home = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  [app, ballast] = await Promise.all([openApp(), createBallast(applyOptions({ allowedOrigins: [home] }))]);
  await app.page.goto(home);
});
afterAll(async () => {
  await Promise.all([app.close(), ballast.stop()]);
  site.close();
});

/** The result for a script of the page: the status and a header, or that the browser refuses it. */
const request = (url: string, method: string, token: string) =>
  app.page.evaluate(
    async ([address, verb, bearer]) => {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
      const init = { method: verb, headers, ...(verb === 'POST' ? { body: '{}' } : {}) };
      try {
        const response = await fetch(address, init);
        return `${response.status} ${response.headers.get('x-request-id')?.slice(0, 3)}`;
      } catch {
        return 'refused by the browser';
      }
    },
    [url, method, token] as const,
  );

it('reads and writes where its origin was named, and nowhere else', proves('R2'), async () => {
  const { formBUrl, apiKey, controlUrl, adminToken } = ballast;
  expect(await request(`${formBUrl}/prices/DE0007164600`, 'GET', apiKey)).toBe('200 rq_');
  expect(await request(`${formBUrl}/portfolios`, 'POST', apiKey)).toBe('400 rq_');
  expect(await request(`${formBUrl}/portfolios/pf_x`, 'DELETE', apiKey)).toBe('404 rq_');
  expect(await request(`${controlUrl}/clock`, 'GET', adminToken)).toBe('refused by the browser');
  expect(await request(`${app.ballast.formBUrl}/prices/DE0007164600`, 'GET', app.ballast.apiKey)).toBe(
    'refused by the browser',
  );
});
