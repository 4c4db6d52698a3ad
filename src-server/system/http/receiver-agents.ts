/**
 * Kept connections to receivers of webhooks, apart by whose certificates they trust (decision I22): nothing that is sent
 * under one trust goes over a connection, or a TLS session, of another.
 */
import type { AgentOptions, Agent as AnyAgent } from 'node:http';
import type { SecureContextOptions } from 'node:tls';
import type { ReceiverTrust, UsedTrust } from '../../engine/ports/webhook-ports.ts';
import { Agent, https, tls as nodeTls } from './node-http.ts';

interface ReceiverAgent {
  readonly agent: AnyAgent;
  /** `null`: there is no TLS at this address. */
  readonly trust: UsedTrust | null;
}

/** `webhookCa`: certificates in PEM that all receivers are trusted by, too. */
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

/** Agents without sockets hold nothing; what was made for endpoints that are gone goes with the others. */
const MAX_AGENTS = 100;

function trustOf(tls: ReceiverTrust | null, webhookCa: string | null): UsedTrust {
  if (tls !== null) return 'ca' in tls ? 'endpoint_ca' : 'insecure';
  if (webhookCa !== null) return 'webhook_ca';
  // Then Node checks no certificate by itself, which is to be told as it is.
  return process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0' ? 'insecure' : 'system';
}

/** Made once: with certificates alone, each connection would read all of them again. */
function contextOf(options: SecureContextOptions) {
  return nodeTls.createSecureContext(options);
}

/** What Node trusts, with `NODE_EXTRA_CA_CERTS` where Node can say it (from 22.15 on). */
function defaultCertificates(): readonly string[] {
  const { getCACertificates, rootCertificates }: Partial<typeof nodeTls> = nodeTls;
  return getCACertificates?.('default') ?? rootCertificates ?? [];
}
