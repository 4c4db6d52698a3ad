/** Validates the URLs of endpoints (decisions I6, I15): allowed network addresses, and paths of the built-in sink. */

const SINK_PATH = /^\/sim\/sink(?:\/(?!\.{1,2}$)[A-Za-z0-9._~-]{1,64})?$/;

/**
 * URL parsers silently drop some of these characters, so that the address would differ from the one that is displayed.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/u;

const NO_ADDRESS = 'must begin with http:// or https://';

/** True for `/sim/sink` and `/sim/sink/<name>`: a path of this server, whatever its port is. */
export function isSinkPath(url: string): boolean {
  return SINK_PATH.test(url);
}

/** Also true for such a path of a world on this server (decision N2). */
export function isSinkPathOfServer(path: string): boolean {
  return isSinkPath(path.replace(/^\/worlds\/[a-z0-9-]{1,40}(?=\/)/, ''));
}

/** Returns why a URL is refused, or `null`. `validateHost` checks the host of an http(s) URL. */
export function validateEndpointUrl(url: string, validateHost: (url: URL) => string | null): string | null {
  if (UNPRINTABLE.test(url))
    return 'has characters that are not allowed in a URL, such as a line break; write them as %0A';
  if (isSinkPath(url)) return null;
  if (url.startsWith('/sim/sink/'))
    return 'is not a path of the built-in sink (/sim/sink/<name>): its name is not 1 to 64 of A-Z, a-z, 0-9, ".", "_", "~" and "-"';
  if (url.startsWith('/')) return 'is not a path of the built-in sink (/sim/sink/<name>)';
  if (!URL.canParse(url)) return NO_ADDRESS;
  const parsed = new URL(url);
  const { protocol, username, password } = parsed;
  if (protocol !== 'http:' && protocol !== 'https:') return NO_ADDRESS;
  if (username !== '' || password !== '') return 'must not carry credentials';
  return validateHost(parsed);
}
