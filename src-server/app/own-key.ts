/** Decides which API key a server that other machines can reach takes where nobody gave it one. */
import { randomSecret } from '../system/files/world-files.ts';
import { isOpenHost } from '../system/http/listen.ts';
import type { BallastOptions } from './ballast-options.ts';

/** A key that follows from the seed is known to everybody, which is harmless on loopback alone. */
export function withOwnKey(options: BallastOptions): BallastOptions {
  const isOpen = options.host !== undefined && isOpenHost(options.host);
  return isOpen && options.apiKey === null ? { ...options, apiKey: randomSecret() } : options;
}
