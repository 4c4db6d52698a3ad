/** Gives a browser access to the app of a server, as its admin token would, without opening a page. */
import type { BrowserContext } from 'playwright';

export interface PageTokens {
  /** Name and value. */
  readonly cookie: readonly [name: string, value: string];
  readonly page: string;
}

/** By the form that a stranger is shown. */
export async function pageTokens(origin: string, adminToken: string): Promise<PageTokens> {
  const body = new URLSearchParams({ token: adminToken });
  const entered = await fetch(`${origin}/enter`, { method: 'POST', body, redirect: 'manual' });
  const address = new URL(entered.headers.get('location') ?? '', origin);
  address.pathname = '/docs/api';
  const answer = await fetch(address);
  const [, name = '', value = ''] = /^([^=]+)=([^;]+);/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  const [, page = ''] = /<meta name="ballast-page" content="([^"]+)"/.exec(await answer.text()) ?? [];
  return { cookie: [name, value], page };
}

export async function letIn(context: BrowserContext, origin: string, adminToken: string): Promise<void> {
  const { cookie, page } = await pageTokens(origin, adminToken);
  const [name, value] = cookie;
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Strict' }]);
  await context.addInitScript(
    ({ at, token }) => {
      if (location.origin === at) localStorage.setItem('ballast-page', token);
    },
    { at: origin, token: page },
  );
}
