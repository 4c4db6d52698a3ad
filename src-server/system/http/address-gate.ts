/**
 * Decides where webhooks may be sent (decisions I15, I16): to loopback, and to hosts that the user who started the
 * server allowed by name. A name is resolved for every connection, every address it resolves to is classified, and only
 * such an address is connected to.
 */
import { lookup as lookUpName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { AllowedHost } from '../../engine/ports/webhook-ports.ts';
import { classifyAddress, isMetadataName } from './classify-address.ts';

/** Returns every address of a name. */
export type Resolve = (name: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export interface AddressRules {
  readonly allowedHosts: readonly AllowedHost[];
  /** The port of this server: on loopback, only its sinks are permitted. `null`: it has none yet. */
  readonly ownPort: number | null;
  readonly isSinkPath: (path: string) => boolean;
}

export interface AddressGate {
  /** Returns why an address is refused, or `null`; what a name resolves to is checked when it is connected to. */
  refuse(url: URL): string | null;
  /** For `net.connect`: returns addresses that were classified, or the reason why there is none. */
  readonly lookup: LookupFunction;
}

export function createAddressGate(rules: AddressRules, resolve: Resolve = resolveName): AddressGate {
  const pinned = new Map(rules.allowedHosts.map(({ name, address }) => [name, address]));
  const addressesOf = async (name: string) => {
    const pin = pinned.get(name);
    if (typeof pin === 'string') return [{ address: pin, family: isIP(pin) }];
    const addresses = await resolve(name);
    for (const { address } of addresses) {
      const fault = faultOfAddress(address, pinned.has(name));
      if (fault !== null) throw new Error(`nothing was sent: ${name} resolves to ${address}, ${fault}`);
    }
    return addresses;
  };
  return {
    refuse: (url) => {
      const fault = urlFault(url, rules);
      return fault === null ? null : `nothing was sent: the address ${fault}`;
    },
    lookup(name, options, callback) {
      addressesOf(name).then(
        (addresses) => {
          const [first] = addresses;
          if (first === undefined) callback(new Error(`nothing was sent: ${name} resolves to no address`), '');
          else if (options.all) callback(null, [...addresses]);
          else callback(null, first.address, first.family);
        },
        (error) => callback(error as NodeJS.ErrnoException, ''),
      );
    },
  };
}

/**
 * Returns why an absolute http(s) address is refused by its text alone, as the end of a sentence; `null` if it is not.
 */
export function urlFault(url: URL, { allowedHosts, ownPort, isSinkPath }: AddressRules): string | null {
  const { hostname, pathname } = url;
  const allowed = allowedHosts.find(({ name }) => name === hostname);
  const isLoopback = isLoopbackName(hostname) || (allowed?.address != null && isLoopbackAddress(allowed.address));
  if (isLoopback) {
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    if (port !== ownPort || isSinkPath(pathname)) return null;
    return `is this server itself (port ${port}), which takes webhooks at /sim/sink/<name> only`;
  }
  if (allowed !== undefined) return null;
  if (isMetadataName(hostname)) return `goes to ${hostname}, a name of cloud metadata, which is never allowed`;
  const description = classifyAddress(hostname)?.description;
  const what = description === undefined ? hostname : `${hostname}, ${description}`;
  return `must go to this computer (127.0.0.1 or localhost), not to ${what}; --allow-webhook-host allows other hosts`;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

function isLoopbackAddress(address: string): boolean {
  return classifyAddress(address)?.kind === 'loopback';
}

/** `localhost` is always loopback, whatever a hosts file says. */
function faultOfAddress(address: string, isAllowedByName: boolean): string | null {
  const classified = classifyAddress(address);
  if (classified === null) return 'which is not an IP address';
  if (classified.kind === 'loopback' || (isAllowedByName && classified.kind === 'public')) return null;
  const wish = classified.kind === 'private' ? '; --allow-webhook-host NAME=ADDRESS can name it' : '';
  return `${classified.description}, which is not allowed${wish}`;
}

const resolveName: Resolve = (name) =>
  new Promise((resolve, reject) => {
    lookUpName(name, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)));
  });
