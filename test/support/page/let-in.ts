/** Gives a browser access to the app of a server, as its admin token would, without opening a page. */
import type { BrowserContext } from 'playwright';
import type { BallastServer } from '../../../src-server/app.ts';
import { askApp } from './ask-app.ts';

/** The address of the app, and the token that opens it. */
export type AppPlace = Pick<BallastServer, 'appOrigin' | 'adminToken'>;

export interface PageTokens {
  /** Name and value. */
  readonly cookie: readonly [name: string, value: string];
  readonly page: string;
}

/** By the form for browsers without access. */
export async function pageTokens({ appOrigin, adminToken }: AppPlace): Promise<PageTokens> {
  const body = new URLSearchParams({ token: adminToken }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const entered = await askApp(`${appOrigin}/enter`, { method: 'POST', body, headers });
  const address = new URL(entered.headers.get('location') ?? '', appOrigin);
  address.pathname = '/docs/api';
  const response = await askApp(address.href);
  const [, name = '', value = ''] = /^([^=]+)=([^;]+);/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  const [, page = ''] = /<meta name="ballast-page" content="([^"]+)"/.exec(await response.text()) ?? [];
  return { cookie: [name, value], page };
}

export async function letIn(context: BrowserContext, place: AppPlace): Promise<void> {
  const { cookie, page } = await pageTokens(place);
  const [name, value] = cookie;
  await context.addCookies([{ name, value, url: place.appOrigin, httpOnly: true, sameSite: 'Strict' }]);
  await context.addInitScript(
    ({ at, token }) => {
      if (location.origin === at) localStorage.setItem('ballast-page', token);
    },
    { at: place.appOrigin, token: page },
  );
}
