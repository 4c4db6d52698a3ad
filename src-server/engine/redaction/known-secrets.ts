/**
 * All secrets that a server knows: keys of its worlds, tokens of control planes, credentials of browsers, secrets of
 * webhooks. One list for all worlds, because a client may send the secret of one world to another (decision L33). Each
 * owner has a separate share, so that no owner can make the server forget another's secrets.
 */
import { SecretIndex } from './secret-index.ts';

/** The secrets of one owner. */
export interface SecretShare {
  /** Adds credentials. Short ones are left out: such words occur in texts by chance. */
  add(...secrets: readonly string[]): void;
  /** Adds secrets that sign webhooks; commands that register an endpoint are replayed with them. */
  addSigning(...secrets: readonly string[]): void;
  /** Must be called when the owner is gone. */
  forget(): void;
}

/** Also the server's own share, which is unlimited: clients cannot add to it. */
export interface KnownSecrets extends SecretShare {
  /** Creates a share of at most `most` secrets of either kind; above that, its oldest secrets are forgotten. */
  share(most?: number): SecretShare;
  /** Returns the same list as long as nothing changes. */
  all(): readonly string[];
  /** Returns only credentials. */
  credentials(): readonly string[];
  /** The secrets of `all`, indexed for searching. */
  readonly sought: readonly SecretIndex[];
  /** The secrets of `credentials`, indexed for searching. */
  readonly soughtCredentials: readonly SecretIndex[];
}

const SHORTEST = 8;
const MAX = 1000;
const PREFIX = /^whsec_/;

/** Creates a set of secrets of one kind, with the number of owners of each. */
function createKind(changed: () => void) {
  const index = new SecretIndex();
  const owners = new Map<string, number>();
  const forget = (secret: string) => {
    const left = (owners.get(secret) ?? 0) - 1;
    changed();
    if (left > 0) owners.set(secret, left);
    else {
      owners.delete(secret);
      index.delete(secret);
    }
  };
  const share = (most: number) => {
    const own = new Set<string>();
    return {
      add(secret: string) {
        if (secret.length < SHORTEST) return;
        // A secret that is added again is in use, so it becomes the newest.
        if (!own.delete(secret)) {
          owners.set(secret, (owners.get(secret) ?? 0) + 1);
          index.add(secret);
          changed();
        }
        own.add(secret);
        const [oldest] = own;
        if (own.size <= most || oldest === undefined) return;
        own.delete(oldest);
        forget(oldest);
      },
      forget() {
        for (const secret of own) forget(secret);
        own.clear();
      },
    };
  };
  return { index, share, list: () => owners.keys() };
}

export function createKnownSecrets(): KnownSecrets {
  let all: readonly string[] | null = null;
  const changed = () => (all = null);
  const [opening, signing] = [createKind(changed), createKind(changed)];
  const share = (most = MAX): SecretShare => {
    const own = { opening: opening.share(most), signing: signing.share(most) };
    return {
      add: (...secrets) => secrets.forEach(own.opening.add),
      addSigning: (...secrets) => {
        // Some tools show a signing secret without its prefix.
        for (const secret of [...secrets, ...secrets.map((each) => each.replace(PREFIX, ''))]) own.signing.add(secret);
      },
      forget() {
        own.opening.forget();
        own.signing.forget();
      },
    };
  };
  return {
    ...share(Number.POSITIVE_INFINITY),
    share,
    all: () => (all ??= [...new Set([...opening.list(), ...signing.list()])]),
    credentials: () => [...opening.list()],
    sought: [opening.index, signing.index],
    soughtCredentials: [opening.index],
  };
}
