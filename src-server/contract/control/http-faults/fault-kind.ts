/** What a kind of fault says of itself to the explorer (decisions Q2 to Q4), and how tables of kinds are read. */

/** A single fault that an exploration tries. */
export interface TriedFault {
  /** Its place among those of its scope: the lower, the more clients it breaks. */
  readonly rank: number;
  /** The fields of its kind; none where the defaults do. */
  readonly terms?: object;
}

/** `Terms`: a fault of the kind, as the schema has read it. */
export interface ExploredKind<Terms> {
  readonly tried: readonly TriedFault[];
  /** What happens to its target, by cause: `gets a late response`. */
  readonly predicates: Readonly<Record<string, string>>;
  /** Whether the request that it hit may succeed when it is sent again. */
  isTransient(terms: Terms): boolean;
  /** Which cause it is to a client; its kind, unless a kind has several. */
  causeOf(terms: Terms): string;
  /** The causes that are one to a client: findings of one family have one cause. */
  familyOf(terms: Terms): string;
  /** Milder faults in its place, the mildest first: each is shorter or does less. */
  milder(terms: Terms): object[];
}

/** What a row of a table of kinds leaves out. `predicate`: that of a kind with one cause. */
export type Exploring<Terms> = Partial<Omit<ExploredKind<Terms>, 'familyOf'>> & {
  readonly predicate?: string;
  readonly family?: string;
  familyOf?(terms: Terms): string;
};

export function exploredKind<Terms>(
  kind: string,
  isTransient: boolean,
  { predicate, family = kind, ...own }: Exploring<Terms>,
): ExploredKind<Terms> {
  return {
    tried: [],
    predicates: predicate === undefined ? {} : { [kind]: predicate },
    isTransient: () => isTransient,
    causeOf: () => kind,
    familyOf: () => family,
    milder: () => [],
    ...own,
  };
}

/** The match and the bounds of a fault, which a milder fault in its place keeps. */
export function hitsOf(body: { readonly match?: unknown; readonly skip?: unknown; readonly count?: unknown }): object {
  const { match, skip, count } = body;
  return Object.fromEntries(Object.entries({ match, skip, count }).filter(([, value]) => value !== undefined));
}

/** The schemas of a table of kinds, in its order. */
export function schemasOf<Kinds extends Readonly<Record<string, { readonly create: unknown }>>>(kinds: Kinds) {
  const rows = Object.values(kinds) as Kinds[keyof Kinds][];
  return filled(rows.map(({ create }): Kinds[keyof Kinds]['create'] => create));
}

/** The names of a table of kinds, in its order. */
export function kindNames<Kind extends string>(kinds: Readonly<Record<Kind, unknown>>): [Kind, ...Kind[]] {
  return filled(Object.keys(kinds) as Kind[]);
}

function filled<T>([first, ...rest]: readonly T[]): [T, ...T[]] {
  if (first === undefined) throw new Error('A table of kinds has none.');
  return [first, ...rest];
}
