/**
 * Every secret that a server knows: keys of its worlds, tokens that open control planes, what lets a browser in, secrets
 * of webhooks. One list for all worlds, because a client may show the secret of one world to another (decision L33). Each
 * owner has a share of its own, so that nobody makes the server forget what belongs to others.
 */
import { SecretIndex } from './secret-index.ts';

/** The secrets of one owner. */
export interface SecretShare {
  /** What opens something. Short ones are left out: such words stand in texts by chance. */
  add(...secrets: readonly string[]): void;
  /** What signs webhooks; a command that registers an endpoint is carried out again with it. */
  addSigning(...secrets: readonly string[]): void;
  /** To be called when the owner is gone. */
  forget(): void;
}

/** Itself the share of the server, which has no bound: nothing that a client does adds to it. */
export interface KnownSecrets extends SecretShare {
  /** A share of at most so many of either kind; of its own secrets, those that were added longest ago are forgotten. */
  share(most?: number): SecretShare;
  /** The same list for as long as nothing changes. */
  all(): readonly string[];
  /** Those that open something. */
  credentials(): readonly string[];
  /** The same secrets as `all`, to be sought. */
  readonly sought: readonly SecretIndex[];
  /** The same secrets as `credentials`, to be sought. */
  readonly soughtCredentials: readonly SecretIndex[];
}

const SHORTEST = 8;
const MAX = 1000;
const PREFIX = /^whsec_/;

/** Secrets of one kind, and how many owners each has. */
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
        // One that is added again is in use, so it is not among the oldest.
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
        // Some tools show a signing secret without what it begins with.
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
