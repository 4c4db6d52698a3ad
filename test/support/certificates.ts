/**
 * Creates X.509 certificates for receivers of webhooks when a test needs them: node:crypto can read and sign, but not
 * create them. Elliptic keys, because they are created in a millisecond.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
  readonly name: string;
  readonly privateKey: KeyObject;
}

export interface CertificateTerms {
  readonly name?: string;
  /** Host names and IPv4 addresses that it is for. */
  readonly hosts?: readonly string[];
  /** Left out: it signs itself. */
  readonly issuer?: Certificate;
  readonly isCa?: boolean;
  /** Days from now. */
  readonly fromDays?: number;
  readonly toDays?: number;
}

const DAY_MS = 86_400_000;

export function makeCertificate(terms: CertificateTerms = {}): Certificate {
  const { name = 'receiver', hosts = ['localhost', '127.0.0.1'], issuer, isCa = false } = terms;
  const { fromDays = -1, toDays = 1 } = terms;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const altNames = sequence(...hosts.map(altName));
  const constraints = sequence(...(isCa ? [tlv(0x01, Buffer.from([0xff]))] : []));
  const extensions = [
    sequence(oid('551d13'), tlv(0x04, constraints)),
    ...(hosts.length === 0 ? [] : [sequence(oid('551d11'), tlv(0x04, altNames))]),
  ];
  serial += 1;
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([serial])),
    SIGNED_BY_ECDSA,
    nameOf(issuer?.name ?? name),
    sequence(time(fromDays), time(toDays)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', content, issuer?.privateKey ?? privateKey);
  const der = sequence(content, SIGNED_BY_ECDSA, tlv(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  const cert = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), name, privateKey };
}

let serial = 0;

function tlv(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...members: readonly Buffer[]): Buffer {
  return tlv(0x30, ...members);
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'));
}

const SIGNED_BY_ECDSA = sequence(oid('2a8648ce3d040302'));

function nameOf(name: string): Buffer {
  return sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(name)))));
}

/** Years up to 2049 have two digits. */
function time(days: number): Buffer {
  const text = new Date(Date.now() + days * DAY_MS).toISOString().replace(/[-:T]|\.\d+/g, '');
  return tlv(0x17, Buffer.from(text.slice(2)));
}

function altName(host: string): Buffer {
  return isIPv4(host) ? tlv(0x87, Buffer.from(host.split('.').map(Number))) : tlv(0x82, Buffer.from(host));
}
