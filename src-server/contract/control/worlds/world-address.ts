/**
 * Addresses of the worlds of a server: the first one at the server's own addresses, every other below its name (N2).
 */

/** The first world of every server. */
export const DEFAULT_WORLD = 'default';

/** Returns the address below the server's origin: empty for the first world. */
export function addressOfWorld(name: string): string {
  return name === DEFAULT_WORLD ? '' : `/worlds/${name}`;
}

const OF_WORLD = /^\/worlds\/([^/?#]+)(?=[/?#]|$)/;

/**
 * Returns the world that a path, with or without a query, names, and the rest of the path; `null` for the first world.
 */
export function splitWorldPath(path: string): { readonly name: string; readonly rest: string } | null {
  const [prefix, name] = OF_WORLD.exec(path) ?? [];
  if (prefix === undefined || name === undefined) return null;
  const rest = path.slice(prefix.length);
  return { name, rest: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Returns the path without the address of a world. */
export function withoutWorld(path: string): string {
  return splitWorldPath(path)?.rest ?? path;
}
