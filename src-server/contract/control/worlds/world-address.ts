/** Where a world of a server is: the first one at the server's own addresses, every other below its name (N2). */

/** The world that every server begins with. */
export const DEFAULT_WORLD = 'default';

/** Below the server's origin: empty for the first world. */
export function addressOfWorld(name: string): string {
  return name === DEFAULT_WORLD ? '' : `/worlds/${name}`;
}

const OF_WORLD = /^\/worlds\/([^/?#]+)(?=[/?#]|$)/;

/** The world that a path, with or without a query, names, and what is left of it; `null` for the first world. */
export function splitWorldPath(path: string): { readonly name: string; readonly rest: string } | null {
  const [prefix, name] = OF_WORLD.exec(path) ?? [];
  if (prefix === undefined || name === undefined) return null;
  const rest = path.slice(prefix.length);
  return { name, rest: rest.startsWith('/') ? rest : `/${rest}` };
}

/** The same path in any world. */
export function withoutWorld(path: string): string {
  return splitWorldPath(path)?.rest ?? path;
}
