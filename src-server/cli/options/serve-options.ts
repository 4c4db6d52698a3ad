/**
 * Reads the arguments of `ballast serve` into the options of the composition root: validates every flag of decision K
 * and reports all mistakes at once. Reads small files that flags name; the rest of the disk, and the network, are the server's.
 */

import { resolve } from 'node:path';
import type { BallastOptions } from '../../app.ts';
import { RATE_LIMIT_CLOCKS } from '../../contract/control/accounts/accounts.ts';
import { DIVIDENDS_MODES, type DividendsMode } from '../../contract/fields/dividends-mode.ts';
import { SETTLEMENT_MODES, type SettlementMode } from '../../contract/fields/settlement.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import { readCertificates } from '../../system/files/read-certificates.ts';
import { readAllowedHost } from '../../system/http/allowed-host.ts';
import { LISTENING_HOSTS } from '../../system/http/listen.ts';
import { LOG_FORMATS, LOG_LEVELS } from '../../system/log-levels.ts';
import { serverDefaults } from '../../system/server-defaults.ts';
import {
  type GateFlags,
  gateOptions,
  oneOf,
  parseDriftCheck,
  parseRate,
  parseRateLimit,
  parseUrl,
  parseWholeNumber,
  validateFlag,
  wholeNumberTo,
} from './flag-values.ts';
import { secretFlag } from './secret-flags.ts';
import type { WorldFlags } from './world-flags.ts';

/** The flags as texts from commander, not validated yet. */
export interface ServeFlags extends GateFlags, WorldFlags {
  readonly port?: string;
  readonly host?: string;
  readonly appAddress?: string;
  readonly data?: string;
  readonly memory?: boolean;
  readonly apiKey?: string;
  readonly apiKeyFile?: string;
  readonly adminToken?: string;
  readonly adminTokenFile?: string;
  readonly journalRows?: string;
  readonly journalMb?: string;
  readonly webhook?: readonly string[];
  readonly fixture?: string;
  readonly scenarios?: string;
  readonly stubFiles?: string;
  readonly allowCommands?: boolean;
  readonly maxWorlds?: string;
  readonly log?: string;
  readonly logFormat?: string;
  /** `false`: none, not even where there is one. */
  readonly config?: string | false;
  readonly json?: boolean;
}

/**
 * The options, or one line per mistake. Paths are made absolute against the working directory. `hasColour`: stderr shows
 * colours.
 */
export function serveOptions(
  flags: ServeFlags,
  log: BallastOptions['log'],
  hasColour = false,
): BallastOptions | { faults: string[] } {
  const faults: string[] = [];
  if (flags.data !== undefined && flags.memory) faults.push('--data and --memory exclude each other');
  if (flags.data === '') faults.push('--data: a folder is needed');
  const webhookUrls = (flags.webhook ?? []).map((url) =>
    validateFlag(faults, '--webhook', url, parseUrl, 'an http or https URL', ''),
  );
  if (flags.scenarios === '') faults.push('--scenarios: a folder is needed');
  if (flags.stubFiles === '') faults.push('--stub-files: a folder is needed');
  const options: BallastOptions = {
    ...worldOptions(flags, faults),
    ...lifeOptions(flags, faults),
    ...accessOptions(flags, faults),
    port: validateFlag(faults, '--port', flags.port, parsePort, 'a number from 0 to 65535', serverDefaults.port),
    host: validateFlag(
      faults,
      '--host',
      flags.host,
      parseHost,
      `localhost or ${LISTENING_HOSTS.join(' or ')}`,
      '127.0.0.1',
    ),
    appAddress: validateFlag<NonNullable<BallastOptions['appAddress']>>(
      faults,
      '--app-address',
      flags.appAddress,
      oneOf('random', 'plain'),
      'random or plain',
      'random',
    ),
    ...gateOptions(flags, faults),
    dataDir: flags.data === undefined ? null : resolve(flags.data),
    webhookUrls,
    allowedWebhookHosts: allowedHostsOf(flags.allowWebhookHost ?? [], faults),
    webhookCa: certificatesIn(flags.webhookCa, faults),
    fixtureFile: flags.fixture === undefined ? null : resolve(flags.fixture),
    ...(flags.scenarios === undefined ? {} : { scenarios: resolve(flags.scenarios) }),
    stubFiles: flags.stubFiles === undefined ? null : resolve(flags.stubFiles),
    allowCommands: flags.allowCommands ?? false,
    maxWorlds: validateFlag(
      faults,
      '--max-worlds',
      flags.maxWorlds,
      (text) => wholeNumberTo(10_000)(text) || null,
      'a whole number from 1 to 10000',
      256,
    ),
    journal: journalOf(flags, faults),
    demo: false,
    ...logOptions(flags, log, hasColour, faults),
  };
  return faults.length > 0 ? { faults } : options;
}

function worldOptions(flags: ServeFlags, faults: string[]) {
  return {
    seed: validateFlag<number | null>(
      faults,
      '--seed',
      flags.seed,
      parseWholeNumber,
      'a whole number from 0 to 2^53 - 1',
      serverDefaults.seed,
    ),
    startAt: validateFlag<number | null>(
      faults,
      '--clock',
      flags.clock,
      parseInstant,
      'a time such as 2026-03-02T09:30:00Z',
      serverDefaults.startAt,
    ),
    clockMode: validateFlag<BallastOptions['clockMode']>(
      faults,
      '--clock-mode',
      flags.clockMode,
      oneOf('realtime', 'manual', 'instant'),
      'realtime, manual or instant',
      serverDefaults.clockMode,
    ),
    clockRate: validateFlag<number | null>(
      faults,
      '--clock-rate',
      flags.clockRate,
      parseRate,
      'a number from 0.1 to 100000',
      serverDefaults.clockRate,
    ),
    driftCheckMs: validateFlag<number | null>(
      faults,
      '--drift-check',
      flags.driftCheck,
      parseDriftCheck,
      'a duration from 1m to 1d',
      serverDefaults.driftCheckMs,
    ),
    rules: validateFlag(
      faults,
      '--rules',
      flags.rules,
      oneOf('warn', 'enforce', 'off'),
      'warn, enforce or off',
      'warn' as const,
    ),
  };
}

/** How a new world pays dividends and settles trades. */
function lifeOptions(flags: ServeFlags, faults: string[]) {
  return {
    dividends: validateFlag<DividendsMode | null>(
      faults,
      '--dividends',
      flags.dividends,
      oneOf(...DIVIDENDS_MODES),
      'off or on',
      serverDefaults.dividends,
    ),
    settlement: validateFlag<SettlementMode | null>(
      faults,
      '--settlement',
      flags.settlement,
      oneOf(...SETTLEMENT_MODES),
      SETTLEMENT_MODES.join(' or '),
      null,
    ),
  };
}

function accessOptions(flags: ServeFlags, faults: string[]) {
  return {
    apiKey: secretFlag(faults, { flag: '--api-key', text: flags.apiKey, file: flags.apiKeyFile }),
    adminToken: secretFlag(faults, { flag: '--admin-token', text: flags.adminToken, file: flags.adminTokenFile }),
    tier: validateFlag<BallastOptions['tier']>(
      faults,
      '--tier',
      flags.tier,
      oneOf('starter', 'growth', 'enterprise'),
      'starter, growth or enterprise',
      serverDefaults.tier,
    ),
    rateLimitPerMinute: rateLimitOf(flags.rateLimit, faults),
    rateLimitClock: validateFlag(
      faults,
      '--rate-limit-clock',
      flags.rateLimitClock,
      oneOf(...RATE_LIMIT_CLOCKS),
      RATE_LIMIT_CLOCKS.join(' or '),
      'real' as const,
    ),
  };
}

function journalOf({ journalRows, journalMb }: ServeFlags, faults: string[]): BallastOptions['journal'] {
  const { rows, megabytes } = serverDefaults.journal;
  const most = wholeNumberTo(10_000_000);
  const mostMegabytes = wholeNumberTo(65_536);
  return {
    rows: validateFlag(faults, '--journal-rows', journalRows, most, 'a whole number from 0 to 10000000', rows),
    megabytes: validateFlag(
      faults,
      '--journal-mb',
      journalMb,
      (text) => mostMegabytes(text) || null,
      'a whole number from 1 to 65536',
      megabytes,
    ),
  };
}

function logOptions(flags: ServeFlags, log: BallastOptions['log'], hasColour: boolean, faults: string[]) {
  const format = validateFlag(
    faults,
    '--log-format',
    flags.logFormat,
    oneOf(...LOG_FORMATS),
    LOG_FORMATS.join(' or '),
    'text' as const,
  );
  return {
    log: validateFlag(faults, '--log', flags.log, oneOf(...LOG_LEVELS), LOG_LEVELS.join(', '), log),
    logFormat: format === 'text' && hasColour ? ('colour' as const) : format,
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

function certificatesIn(file: string | undefined, faults: string[]): string | null {
  if (file === undefined) return null;
  const read = readCertificates(file);
  if (!('fault' in read)) return read.pem;
  faults.push(`--webhook-ca: ${read.fault}`);
  return null;
}

/** `off` is a value of its own; `null` means "not a value". */
function rateLimitOf(text: string | undefined, faults: string[]): number | null {
  if (text === 'off') return null;
  return validateFlag(
    faults,
    '--rate-limit',
    text,
    parseRateLimit,
    'off or a whole number over 0',
    serverDefaults.rateLimitPerMinute,
  );
}

/** `localhost` is the default by its name: clients that look it up try 127.0.0.1 as well as ::1. */
const parseHost = (text: string) => (text === 'localhost' ? '127.0.0.1' : oneOf(...LISTENING_HOSTS)(text));

const parsePort = wholeNumberTo(65_535);
