/**
 * Classifies IP addresses by the registries of special addresses (RFC 6890 and those it refers to). Pure; callers
 * decide who may send where. An address that embeds another one has the kind of the embedded one.
 */
import { BlockList, isIP } from 'node:net';

/** `forbidden` addresses are never sent to: metadata of clouds, link-local, multicast, unspecified and the like. */
type AddressKind = 'loopback' | 'public' | 'private' | 'forbidden';

interface ClassifiedAddress {
  readonly kind: AddressKind;
  /** As it is named in errors: “a link-local address”. */
  readonly description: string;
}

/** `null` where `text` is not an IP address; an IPv6 address may be in brackets. */
export function classifyAddress(text: string): ClassifiedAddress | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const family = isIP(bare);
  if (family === 0) return null;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  for (const { kind, description, list } of RANGES) if (list.check(bare, type)) return { kind, description };
  const isGlobal = family === 4 || GLOBAL_IPV6.check(bare, 'ipv6');
  return isGlobal
    ? { kind: 'public', description: 'a public address' }
    : { kind: 'forbidden', description: 'a reserved address' };
}

/** Names of the metadata services of clouds; none of them is ever a receiver of webhooks. */
export function isMetadataName(name: string): boolean {
  return METADATA_NAMES.has(name.toLowerCase().replace(/\.$/, ''));
}

const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
]);

interface Range {
  readonly kind: AddressKind;
  readonly description: string;
  readonly list: BlockList;
}

/** The first match counts. Node compares IPv4-mapped IPv6 addresses with the rules of IPv4. */
const RANGES: readonly Range[] = [
  range('forbidden', 'an address of cloud metadata', '169.254.169.254/32', 'fd00:ec2::/32'),
  range('loopback', 'a loopback address', '127.0.0.0/8', '::1/128'),
  range('forbidden', 'the unspecified address', '0.0.0.0/8', '::/128'),
  range('forbidden', 'a link-local address', '169.254.0.0/16', 'fe80::/10'),
  range('forbidden', 'a multicast or broadcast address', '224.0.0.0/4', '255.255.255.255/32', 'ff00::/8'),
  range('private', 'a private address', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'),
  range('forbidden', 'a shared address, as of cloud metadata', '100.64.0.0/10'),
  // They lead to an IPv4 address that is not visible here, so it cannot be classified.
  range('forbidden', 'an address of a tunnel', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32'),
  range(
    'forbidden',
    'a reserved address',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '240.0.0.0/4',
    '100::/64',
    '2001:db8::/32',
    '3fff::/20',
  ),
];

/** All of IPv6 that has been allocated. */
const GLOBAL_IPV6 = listOf('2000::/3', '::ffff:0:0/96');

function range(kind: AddressKind, description: string, ...subnets: string[]): Range {
  return { kind, description, list: listOf(...subnets) };
}

function listOf(...subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix = ''] = subnet.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
