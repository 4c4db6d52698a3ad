/** Which addresses a webhook may go to (decision I): loopback only, or a path of the built-in sink. */

const SINK_PATH = /^\/sim\/sink(?:\/[A-Za-z0-9._~-]{1,64})?$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** True for `/sim/sink` and `/sim/sink/<name>`: a path of this server, whatever its port will be. */
export function isSinkPath(url: string): boolean {
  return SINK_PATH.test(url);
}

/** Why an address is refused, or `null` if it is fine. */
export function endpointUrlFault(url: string): string | null {
  if (url.startsWith('/')) return isSinkPath(url) ? null : 'is not a path of the built-in sink (/sim/sink/<name>)';
  if (!URL.canParse(url)) return 'is not an absolute http(s) URL';
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return 'is not an http(s) URL';
  if (username !== '' || password !== '') return 'must not carry credentials';
  if (!LOOPBACK.test(hostname)) return `goes to ${hostname}; only loopback addresses are allowed`;
  return null;
}
