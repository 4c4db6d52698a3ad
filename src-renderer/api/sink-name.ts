/** Names and addresses of sinks. */

/** The contract's `SINK_NAME`, which a test holds this to. */
export const SINK_NAME = /^[A-Za-z0-9._~-]{1,64}$/;

/** What is wrong with a name, as a sentence; null for a sound or an empty one. */
export function sinkNameFault(name: string): string | null {
  return name === '' || SINK_NAME.test(name) ? null : '1 to 64 letters, digits, dots, hyphens, _ or ~.';
}

/** Where to send: also what an endpoint is registered with. */
export function sinkPath(name: string): string {
  return `/sim/sink/${name}`;
}

/** The sink of this server that a URL leads to; null where it leads elsewhere. */
export function sinkNameOf(url: string, origin: string): string | null {
  const at = URL.parse(url, origin);
  const name = at?.origin === origin ? at.pathname.split(sinkPath(''))[1] : undefined;
  return name !== undefined && SINK_NAME.test(name) ? name : null;
}
