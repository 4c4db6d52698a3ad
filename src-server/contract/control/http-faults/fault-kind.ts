/** The properties of a kind of fault that the explorer uses (decisions Q2 to Q4), and functions for tables of kinds. */

/** A single fault that an exploration tries. */
export interface TriedFault {
  /** Its rank within its scope: a lower one breaks more clients. */
  readonly rank: number;
  /** The fields of its kind; left out: the defaults. */
  readonly terms?: object;
}

/** `Terms`: a fault of the kind, as parsed by its schema. */
export interface ExploredKind<Terms> {
  readonly tried: readonly TriedFault[];
  /** Clauses about the target, by cause: `gets a late response`. */
  readonly predicates: Readonly<Record<string, string>>;
  /** Whether the same request may succeed when it is repeated. */
  isTransient(terms: Terms): boolean;
  /** The cause for a client; its kind, unless a kind has several. */
  causeOf(terms: Terms): string;
  /** The group of causes that a client cannot distinguish: findings of one family have one cause. */
  familyOf(terms: Terms): string;
  /** Milder faults that can replace it, the mildest first: each is shorter or has less effect. */
  milder(terms: Terms): object[];
}

/** The members that a row of a table of kinds may leave out. `predicate`: that of a kind with one cause. */
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

/** Returns the match and the bounds of a fault, which a milder fault retains. */
export function hitsOf(body: { readonly match?: unknown; readonly skip?: unknown; readonly count?: unknown }): object {
  const { match, skip, count } = body;
  return Object.fromEntries(Object.entries({ match, skip, count }).filter(([, value]) => value !== undefined));
}

/** Returns the schemas of a table of kinds, in its order. */
export function schemasOf<Kinds extends Readonly<Record<string, { readonly create: unknown }>>>(kinds: Kinds) {
  const rows = Object.values(kinds) as Kinds[keyof Kinds][];
  return filled(rows.map(({ create }): Kinds[keyof Kinds]['create'] => create));
}

/** Returns the names of a table of kinds, in its order. */
export function kindNames<Kind extends string>(kinds: Readonly<Record<Kind, unknown>>): [Kind, ...Kind[]] {
  return filled(Object.keys(kinds) as Kind[]);
}

function filled<T>([first, ...rest]: readonly T[]): [T, ...T[]] {
  if (first === undefined) throw new Error('A table of kinds has none.');
  return [first, ...rest];
}
