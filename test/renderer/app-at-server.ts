/** The app's requests, without a page, reach a real server. Lasts until `vi.unstubAllGlobals()`. */
import { vi } from 'vitest';
import type { TestServer } from '../support/start-ballast.ts';

export function sendTo({ ballast }: TestServer): void {
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, { headers, ...init }: RequestInit) =>
    send(new URL(path, ballast.controlUrl), {
      ...init,
      headers: { ...headers, authorization: `Bearer ${ballast.adminToken}` },
    }),
  );
}
