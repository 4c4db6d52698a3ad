/** Removes the empty parts of a request. */
export function said<Parts extends object>(parts: Parts): Said<Parts> {
  const entries = Object.entries(parts).filter(([, part]) => part !== null && part !== undefined && part !== '');
  return Object.fromEntries(entries) as Said<Parts>;
}

type Said<Parts> = { readonly [Name in keyof Parts]?: Exclude<Parts[Name], null | undefined | ''> };
