/** Decides the default API key of a server that other machines can reach. */
import { randomSecret } from '../system/files/world-files.ts';
import { isOpenHost } from '../system/http/listen.ts';
import type { BallastOptions } from './ballast-options.ts';

/** Draws a random key, because everybody knows a key that derives from the seed; that is harmless only on loopback. */
export function withOwnKey(options: BallastOptions): BallastOptions {
  const isOpen = options.host !== undefined && isOpenHost(options.host);
  return isOpen && options.apiKey === null ? { ...options, apiKey: randomSecret() } : options;
}
