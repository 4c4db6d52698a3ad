/** Explains why a TLS handshake with a receiver failed, and what to do about it (decision I22). */
import type { UsedTrust } from '../../engine/ports/webhook-ports.ts';

const WITHOUT_CHECK = 'skip the check with tls: {insecure: true}';
const TRUST_IT = `give the certificate of its CA as tls: {ca: PEM} of the endpoint or by --webhook-ca FILE, or ${WITHOUT_CHECK}`;

const WHOSE: Readonly<Record<UsedTrust, string>> = {
  system: 'those that are trusted here',
  webhook_ca: 'those that are trusted here, with --webhook-ca',
  endpoint_ca: 'those of tls.ca of the endpoint',
  insecure: 'any',
};

/** `null` where the failure is another one. `host` includes the port. */
export function handshakeReason(
  error: Error,
  code: string,
  { host, hostname }: Pick<URL, 'host' | 'hostname'>,
  trust: UsedTrust,
): string | null {
  const its = `the certificate of ${host}`;
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `${its} is self-signed and not among ${WHOSE[trust]}; it is its own CA; ${TRUST_IT}`;
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `${its} was issued by an unknown CA, whose certificate is not among ${WHOSE[trust]}; ${TRUST_IT}`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `${its} is for ${namesOf(error)}, not for the host name ${hostname}; make one for ${hostname}, change the url of the endpoint, or ${WITHOUT_CHECK}`;
    case 'CERT_HAS_EXPIRED':
      return `${its}, or one of its CAs, has expired by the clock of this machine, which applies here instead of virtual time; make a new one, or ${WITHOUT_CHECK}`;
    case 'CERT_NOT_YET_VALID':
      return `${its}, or one of its CAs, is not valid yet by the clock of this machine, which applies here instead of virtual time; make a new one, or ${WITHOUT_CHECK}`;
    default:
      return code.startsWith('ERR_SSL_') || code === 'EPROTO' ? protocolReason(error, host) : null;
  }
}

/** The format of OpenSSL: `error:0A00010B:SSL routines:function:wrong version number:file:line`. */
function protocolReason({ message }: Error, host: string): string {
  const reason = /SSL routines:[^:]*:([^:]+):/.exec(message)?.[1] ?? message;
  return NO_TLS.has(reason)
    ? `what ${host} sent is not TLS; change the url of the endpoint to http, if it uses plain http`
    : `the TLS handshake with ${host} failed: ${reason}`;
}

const NO_TLS: ReadonlySet<string> = new Set(['wrong version number', 'packet length too long']);

/** `DNS:a.test, IP Address:127.0.0.1`, in the format of the certificate. */
function namesOf(error: Error): string {
  const { subjectaltname: names } = ('cert' in error ? error.cert : {}) as { readonly subjectaltname?: string };
  return names === undefined || names === '' ? 'no host name' : names;
}
