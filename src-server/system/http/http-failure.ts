/** Why a connection or an answer failed, in plain words with the code that the host has for it. */

import type { UsedTrust } from '../../engine/ports/webhook-ports.ts';
import { handshakeReason } from './certificate-failure.ts';

/** `trust`: whose certificates it trusted; `null`: there was no TLS. */
export function formatConnectionError(error: Error, url: URL, trust: UsedTrust | null): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  // What the gate refused says so itself.
  if (code === null) return error.message;
  const handshake = trust === null ? null : handshakeReason(error, code, url, trust);
  const reason = handshake ?? reasonOf(code, url) ?? (error.message || 'the connection failed');
  return `${reason} (${code})`;
}

function reasonOf(code: string, { host, hostname }: URL): string | null {
  if (code.startsWith('HPE_')) return `what ${host} sent is not HTTP`;
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${host}: the connection was refused`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `${host} closed the connection before it responded`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name ${hostname} cannot be resolved`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `there is no route to ${host}`;
    case 'ETIMEDOUT':
      return `${host} did not accept the connection`;
    default:
      return null;
  }
}
