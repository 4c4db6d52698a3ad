/**
 * Whose certificates a receiver is trusted by (decision I22): reads them, and refuses what is none. Certificates are
 * checked by the clock of this machine when something is sent, not here.
 */
import { X509Certificate } from 'node:crypto';
import type { ValidationIssue } from '../../outcome.ts';
import type { ReceiverTrust } from '../../ports/webhook-ports.ts';

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g;

/** Why a text is not one or more certificates in PEM, as the end of a sentence; `null` where it is. */
export function certificateFault(pem: string): string | null {
  const blocks = [...pem.matchAll(BLOCK)];
  if (blocks.length === 0) return 'holds no certificate in PEM (-----BEGIN CERTIFICATE-----)';
  for (const [index, [block, label]] of blocks.entries()) {
    const which = blocks.length === 1 ? '' : `, the ${index + 1}. of ${blocks.length}`;
    if (label !== 'CERTIFICATE') return `holds a ${label}${which}: only certificates belong here`;
    try {
      new X509Certificate(block);
    } catch {
      return `holds a certificate that cannot be read${which}`;
    }
  }
  return null;
}

/** What is wrong with the trust in a receiver at an address, placed from the endpoint on; `null` where nothing is. */
export function trustFault(tls: ReceiverTrust | null, url: string): ValidationIssue | null {
  if (tls === null) return null;
  if (!/^https:/i.test(url)) return { path: '/tls', issue: 'is for receivers at https addresses' };
  const issue = 'ca' in tls ? certificateFault(tls.ca) : null;
  return issue === null ? null : { path: '/tls/ca', issue };
}
