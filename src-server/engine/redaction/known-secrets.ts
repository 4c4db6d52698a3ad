/**
 * Every secret that a server knows: keys of its worlds, tokens that open control planes, what lets a browser in, secrets
 * of webhooks. One list for all worlds, because a client may show the secret of one world to another (decision L33).
 */

export interface KnownSecrets {
  /** What opens something. Short ones are left out: such words stand in texts by chance. */
  add(...secrets: readonly string[]): void;
  /** What signs webhooks; a command that registers an endpoint is carried out again with it. */
  addSigning(...secrets: readonly string[]): void;
  /** The same list for as long as nothing was added. */
  all(): readonly string[];
  /** Those that open something. */
  credentials(): readonly string[];
}

const SHORTEST = 8;
/** Of each kind; the oldest are forgotten first. */
const MOST = 1000;
const PREFIX = /^whsec_/;

export function createKnownSecrets(): KnownSecrets {
  const [opening, signing] = [new Set<string>(), new Set<string>()];
  let lists: { readonly all: readonly string[]; readonly credentials: readonly string[] } | null = null;
  const addTo = (kind: Set<string>, secrets: readonly string[]) => {
    for (const secret of secrets) {
      if (secret.length < SHORTEST || kind.has(secret)) continue;
      kind.add(secret);
      const [oldest] = kind;
      if (kind.size > MOST && oldest !== undefined) kind.delete(oldest);
      lists = null;
    }
  };
  const listed = () => {
    lists ??= { all: [...new Set([...opening, ...signing])], credentials: [...opening] };
    return lists;
  };
  return {
    add: (...secrets) => addTo(opening, secrets),
    // Some tools show a signing secret without what it begins with.
    addSigning: (...secrets) => addTo(signing, [...secrets, ...secrets.map((secret) => secret.replace(PREFIX, ''))]),
    all: () => listed().all,
    credentials: () => listed().credentials,
  };
}
