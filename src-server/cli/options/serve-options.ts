/**
 * Reads the arguments of `ballast serve` into the options of the composition root, and reports all mistakes at once
 * (decision K). Reads small files that flags name; only the server uses the rest of the disk, and the network.
 */

import { resolve } from 'node:path';
import type { BallastOptions } from '../../app.ts';
import { type GivenFlags, type ReadFlags, readFlags } from '../../contract/flags/flag-table.ts';
import { SERVE_FLAGS } from '../../contract/flags/serve-flags.ts';
import { readCertificates } from '../../system/files/read-certificates.ts';
import { readAllowedHost } from '../../system/http/allowed-host.ts';
import { secretFlag } from './secret-flags.ts';

/** The flags as texts, not validated yet. */
export type ServeFlags = GivenFlags<typeof SERVE_FLAGS>;

/**
 * Returns the options, or one line per mistake. Paths become absolute, relative to the working directory. `hasColour`:
 * stderr shows colours.
 */
export function serveOptions(
  given: ServeFlags,
  log: BallastOptions['log'],
  hasColour = false,
): BallastOptions | { faults: string[] } {
  const faults: string[] = [];
  if (given.data !== undefined && given.memory) faults.push('--data and --memory exclude each other');
  const flags = readFlags(SERVE_FLAGS, given, faults);
  const { journalRows: rows, journalMb: megabytes, data, fixture, scenarios, stubFiles } = flags;
  const options: BallastOptions = {
    ...worldOptions(flags, faults),
    apiKey: secretFlag(faults, { flag: '--api-key', text: flags.apiKey, file: flags.apiKeyFile }),
    adminToken: secretFlag(faults, { flag: '--admin-token', text: flags.adminToken, file: flags.adminTokenFile }),
    port: flags.port,
    host: flags.host,
    appAddress: flags.appAddress,
    allowedHosts: flags.allowHost,
    allowedOrigins: flags.cors,
    dataDir: data === null ? null : resolve(data),
    webhookUrls: flags.webhook,
    fixtureFile: fixture === null ? null : resolve(fixture),
    ...(scenarios === null ? {} : { scenarios: resolve(scenarios) }),
    stubFiles: stubFiles === null ? null : resolve(stubFiles),
    allowCommands: flags.allowCommands,
    maxWorlds: flags.maxWorlds,
    journal: { rows, megabytes },
    demo: false,
    log: flags.log ?? log,
    logFormat: flags.logFormat === 'text' && hasColour ? 'colour' : flags.logFormat,
  };
  return faults.length > 0 ? { faults } : options;
}

type WorldFlags = Pick<
  ReadFlags<typeof SERVE_FLAGS>,
  | ('seed' | 'clock' | 'clockMode' | 'clockRate' | 'driftCheck' | 'dividends' | 'settlement' | 'rules' | 'tier')
  | ('rateLimit' | 'rateLimitClock' | 'allowWebhookHost' | 'webhookCa')
>;

/** Reads the options of a world and its limits, for `serve` and `app`. */
export function worldOptions(flags: WorldFlags, faults: string[]) {
  return {
    seed: flags.seed,
    startAt: flags.clock,
    clockMode: flags.clockMode,
    clockRate: flags.clockRate,
    driftCheckMs: flags.driftCheck,
    dividends: flags.dividends,
    settlement: flags.settlement,
    rules: flags.rules,
    tier: flags.tier,
    rateLimitPerMinute: flags.rateLimit === 'off' ? null : flags.rateLimit,
    rateLimitClock: flags.rateLimitClock,
    allowedWebhookHosts: allowedHostsOf(flags.allowWebhookHost, faults),
    webhookCa: certificatesIn(flags.webhookCa, faults),
  };
}

function allowedHostsOf(
  texts: readonly string[],
  faults: string[],
): NonNullable<BallastOptions['allowedWebhookHosts']> {
  return texts.flatMap((text) => {
    const host = readAllowedHost(text);
    if (!('fault' in host)) return [host];
    faults.push(`--allow-webhook-host: '${text}' ${host.fault}`);
    return [];
  });
}

function certificatesIn(file: string | null, faults: string[]): string | null {
  if (file === null) return null;
  const read = readCertificates(file);
  if (!('fault' in read)) return read.pem;
  faults.push(`--webhook-ca: ${read.fault}`);
  return null;
}
