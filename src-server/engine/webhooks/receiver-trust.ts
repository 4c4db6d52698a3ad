/**
 * Validates the certificates by which a receiver is trusted (decision I22). They are compared with the clock of this
 * machine when something is sent, not here.
 */
import { X509Certificate } from 'node:crypto';
import type { ValidationIssue } from '../outcome.ts';
import type { ReceiverTrust } from '../ports/webhook-ports.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
/** The beginning or end of any PEM block, or of SSH's similar format: complete, partial, encrypted or misspelt. */
const OTHER = /-{4,} ?(?:BEGIN|END) ?([^\r\n]*)/i;
const LONGEST_LABEL = 40;

/**
 * Returns why a text is not one or more PEM certificates without any other PEM block, as the end of a sentence; else
 * `null`.
 */
export function certificateFault(pem: string): string | null {
  const other = OTHER.exec(pem.replaceAll(CERTIFICATE, '\n'));
  if (other !== null) {
    const label = (other[1]?.split(/ ?--/)[0] ?? '').slice(0, LONGEST_LABEL);
    if (label === 'CERTIFICATE') return 'contains a certificate without its beginning or end';
    return `contains a PEM block '${label}', but only certificates are allowed`;
  }
  const certificates = pem.match(CERTIFICATE) ?? [];
  if (certificates.length === 0) return 'contains no certificate in PEM (-----BEGIN CERTIFICATE-----)';
  const broken = certificates.findIndex((certificate) => !isReadable(certificate));
  if (broken === -1) return null;
  const which = certificates.length === 1 ? '' : ` (number ${broken + 1} of ${certificates.length})`;
  return `contains a certificate that cannot be read${which}`;
}

function isReadable(certificate: string): boolean {
  try {
    return new X509Certificate(certificate).raw.length > 0;
  } catch {
    return false;
  }
}

/**
 * Returns the issue of the trust in a receiver at a URL, with its path from the endpoint on; `null` if there is none.
 */
export function trustFault(tls: ReceiverTrust | null, url: string): ValidationIssue | null {
  if (tls === null) return null;
  if (!/^https:/i.test(url)) return { path: '/tls', issue: 'is only for receivers with https addresses' };
  const issue = 'ca' in tls ? certificateFault(tls.ca) : null;
  return issue === null ? null : { path: '/tls/ca', issue };
}
