type Filled<Values> = { [Name in keyof Values]?: Exclude<Values[Name], '' | null> };

/** The values that are not empty: a request says only what somebody filled in. */
export function filled<Values extends object>(values: Values): Filled<Values> {
  const pairs = Object.entries(values).filter(([, value]) => value !== '' && value !== null);
  return Object.fromEntries(pairs) as Filled<Values>;
}
