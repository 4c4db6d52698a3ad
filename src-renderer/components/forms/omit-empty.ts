/** Removes the empty parts of a request. */
export function omitEmpty<Parts extends object>(parts: Parts): WithoutEmpty<Parts> {
  const entries = Object.entries(parts).filter(([, part]) => part !== null && part !== undefined && part !== '');
  return Object.fromEntries(entries) as WithoutEmpty<Parts>;
}

type WithoutEmpty<Parts> = { readonly [Name in keyof Parts]?: Exclude<Parts[Name], null | undefined | ''> };
