/**
 * Persistent connections to receivers of webhooks, separated by whose certificates they trust (decision I22): nothing
 * that is sent under one trust uses a connection, or a TLS session, of another.
 */
import type { AgentOptions, Agent as AnyAgent } from 'node:http';
import type { SecureContextOptions } from 'node:tls';
import type { ReceiverTrust, UsedTrust } from '../../engine/ports/webhook-ports.ts';
import { Agent, https, tls as nodeTls } from './node-http.ts';

interface ReceiverAgent {
  readonly agent: AnyAgent;
  /** `null`: this address has no TLS. */
  readonly trust: UsedTrust | null;
}

/** `webhookCa`: certificates in PEM that are trusted for all receivers, too. */
export function createReceiverAgents(options: AgentOptions, webhookCa: string | null) {
  const plain: ReceiverAgent = { agent: new Agent(options), trust: null };
  const secure = new Map<string, ReceiverAgent>();
  return (url: string, tls: ReceiverTrust | null): ReceiverAgent => {
    if (url.startsWith('http:')) return plain;
    const own = tls !== null && 'ca' in tls ? tls.ca : null;
    const trust = trustOf(tls, webhookCa);
    const name = own === null ? trust : `ca:${own}`;
    const known = secure.get(name);
    if (known !== undefined) return known;
    if (secure.size >= MAX_AGENTS) secure.clear();
    const checked = { ...options, rejectUnauthorized: trust !== 'insecure' };
    const ca = own ?? (trust === 'webhook_ca' ? [...defaultCertificates(), webhookCa ?? ''] : null);
    const agent = new https.Agent(ca === null ? checked : { ...checked, secureContext: contextOf({ ca }) });
    const made = { agent, trust };
    secure.set(name, made);
    return made;
  };
}

/** Agents without sockets use no resources; those of removed endpoints are dropped with the others. */
const MAX_AGENTS = 100;

function trustOf(tls: ReceiverTrust | null, webhookCa: string | null): UsedTrust {
  if (tls !== null) return 'ca' in tls ? 'endpoint_ca' : 'insecure';
  if (webhookCa !== null) return 'webhook_ca';
  // With this, Node checks no certificate at all, which must be reported.
  return process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0' ? 'insecure' : 'system';
}

/** Created once: given certificates alone, each connection would read all of them again. */
function contextOf(options: SecureContextOptions) {
  return nodeTls.createSecureContext(options);
}

/** Certificates that Node trusts, with `NODE_EXTRA_CA_CERTS` where Node reports it (22.15 or later). */
function defaultCertificates(): readonly string[] {
  const { getCACertificates, rootCertificates }: Partial<typeof nodeTls> = nodeTls;
  return getCACertificates?.('default') ?? rootCertificates ?? [];
}
