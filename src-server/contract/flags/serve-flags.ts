/**
 * The flags of `ballast serve`, some of which `ballast app` has, too, and the members of `serve` in a configuration
 * file (decisions K, R6).
 */
import { z } from 'zod';
import { TIERS } from '../../domain/events/event-choices.ts';
import { APP_ADDRESSES, LISTENING_HOSTS, LOG_FORMATS, LOG_LEVELS, RULE_MODES } from '../../domain/server-choices.ts';
import { CLOCK_MODES } from '../../domain/world-choices.ts';
import { RATE_LIMIT_CLOCKS } from '../control/accounts/accounts.ts';
import { DIVIDENDS_MODES } from '../fields/dividends-mode.ts';
import { SETTLEMENT_MODES } from '../fields/settlement.ts';
import { offFlag, switchFlag, valueFlag, valuesFlag } from './flag-table.ts';
import {
  anyText,
  choiceOf,
  DRIFT_CHECK,
  FILE,
  FOLDER,
  HOST_NAME,
  ORIGIN,
  PORT,
  RATE,
  RECEIVER_URL,
  SEED_VALUE,
  TIME,
  textValue,
  wholeNumberValue,
} from './value-types.ts';

/** Refuses a secret: other people read a configuration file, which may be committed. */
const secretInFile = (name: string) =>
  z
    .never(`is a secret, and others read this file: use ${name}_file, or the variable BALLAST_${name.toUpperCase()}`)
    .describe('Not allowed in a file: it is a secret, and others read this file.');
/** A user who clones a folder has not read its file, so only flags may give access outside the project. */
const byFlagAlone = (long: string, what: string) =>
  z
    .never(`${what}, which a file cannot: leave it out and give --${long}, if you mean it`)
    .describe(`Not allowed in a file: it ${what}. Use the flag --${long}.`);
/** A path in a configuration file. */
const pathInFile = (what: string) => z.string().min(1).max(1000).describe(`${what}.`);
const BELOW = 'relative to this file, and below its folder';
const CLOSED = 'relative to this file, and closed to others (0600)';

/** `localhost` is named as the default: clients that resolve it try 127.0.0.1 as well as ::1. */
const HOST = textValue('address', `localhost or ${LISTENING_HOSTS.join(' or ')}`, (text) =>
  text === 'localhost' ? LISTENING_HOSTS[0] : (LISTENING_HOSTS.find((host) => host === text) ?? null),
);

const RATE_LIMIT = {
  ...textValue<number | 'off'>('number', 'off or a whole number over 0', (text) =>
    text === 'off' ? text : wholeNumberValue(1, Number.MAX_SAFE_INTEGER).parse(text),
  ),
  inFile: z.union([z.int().min(1), z.literal('off')]),
};

const appAddress = valueFlag(
  choiceOf('how', APP_ADDRESSES),
  'the name of the app in a browser: random, or plain, as for Safari',
  { usual: 'random', inFile: byFlagAlone('app-address', 'gives the app an address that others can prepare') },
);

function dividendsFlag(shown: string) {
  const help = 'whether instruments of a new world pay dividends: off or on';
  return valueFlag(choiceOf('mode', DIVIDENDS_MODES), help, { shown });
}

/** Flags of a world and its limits. */
const WORLD_FLAGS = {
  seed: valueFlag(SEED_VALUE, 'seed of a new world, which determines all randomness', { shown: '1' }),
  clock: valueFlag(TIME, 'start time of a new world, in virtual time', { shown: '2026-03-02T09:30:00Z' }),
  clockMode: valueFlag(choiceOf('mode', CLOCK_MODES), 'clock mode: realtime, manual or instant', { shown: 'realtime' }),
  clockRate: valueFlag(RATE, 'virtual seconds per real second in realtime', { shown: '1' }),
  driftCheck: valueFlag(DRIFT_CHECK, 'how often drift is checked, in virtual time', { shown: '15m' }),
  dividends: dividendsFlag('off'),
  settlement: valueFlag(
    choiceOf('how', SETTLEMENT_MODES),
    'settlement of a new world: immediate, or simulated (days later)',
    { shown: 'immediate' },
  ),
  rules: valueFlag(choiceOf('how', RULE_MODES), 'mode of wrapper and jurisdiction rules: warn, enforce or off', {
    usual: 'warn',
  }),
  tier: valueFlag(choiceOf('tier', TIERS), 'monthly quota of the default account: starter, growth or enterprise', {
    shown: 'growth',
  }),
  rateLimit: valueFlag(RATE_LIMIT, 'requests per key in any 60 s, or off', { usual: 60 }),
  rateLimitClock: valueFlag(choiceOf('clock', RATE_LIMIT_CLOCKS), 'clock for these 60 s: real or virtual time', {
    usual: 'real',
  }),
  allowWebhookHost: valuesFlag(
    anyText('name'),
    'a host other than loopback that may receive webhooks, or NAME=ADDRESS',
    { inFile: byFlagAlone('allow-webhook-host', 'lets webhooks leave this machine') },
  ),
  webhookCa: valueFlag(FILE, 'additional CA certificates (PEM) to trust for webhook receivers', {
    inFile: pathInFile(`File with additional CA certificates (PEM) to trust for webhook receivers; ${BELOW}`),
  }),
};

export const SERVE_FLAGS = {
  port: valueFlag(PORT, 'port to listen on; 0 takes any free one', { usual: 4710 }),
  host: valueFlag(HOST, 'address to listen on: 127.0.0.1 (localhost) or ::1; 0.0.0.0 or :: also for other machines', {
    usual: LISTENING_HOSTS[0],
    inFile: byFlagAlone('host', 'opens the server to other machines'),
  }),
  allowHost: valuesFlag(HOST_NAME, 'a host name besides localhost that requests may use', {
    inFile: byFlagAlone('allow-host', 'opens the server to requests by other names'),
  }),
  cors: valuesFlag(ORIGIN, 'an origin whose pages may call the service from a browser', {
    inFile: byFlagAlone('cors', 'opens the service to pages of other sites'),
  }),
  appAddress,
  data: valueFlag(FOLDER, 'store the world in this folder and continue from there', {
    inFile: pathInFile(`Folder in which the world is stored; ${BELOW}`),
  }),
  memory: switchFlag('keep the world in memory only (the default)', {
    inFile: z.boolean().describe('Keep the world in memory only.'),
  }),
  ...WORLD_FLAGS,
  apiKey: valueFlag(anyText('key'), 'the API key to accept', {
    shown: 'derived from the seed',
    inFile: secretInFile('api_key'),
  }),
  apiKeyFile: valueFlag(FILE, 'a file with the API key, to hide it from other users of the machine', {
    inFile: pathInFile(`File with the API key; ${CLOSED}`),
  }),
  adminToken: valueFlag(anyText('token'), 'the token of the control plane', {
    shown: 'a random one',
    inFile: secretInFile('admin_token'),
  }),
  adminTokenFile: valueFlag(FILE, 'a file with the token of the control plane', {
    inFile: pathInFile(`File with the token of the control plane; ${CLOSED}`),
  }),
  journalRows: valueFlag(
    wholeNumberValue(0, 10_000_000),
    'number of requests in the journal; the oldest are deleted first; 0: none',
    { usual: 100_000 },
  ),
  journalMb: valueFlag(wholeNumberValue(1, 65_536), 'maximum text in the journal, in MiB', { usual: 256 }),
  webhook: valuesFlag(RECEIVER_URL, 'register a webhook endpoint'),
  fixture: valueFlag(FILE, 'fill a new world with the portfolios and webhooks of this file', {
    inFile: pathInFile(`World file with the portfolios and webhooks of a new world; ${BELOW}`),
  }),
  scenarios: valueFlag(FOLDER, 'scenarios that the app shows and runs', {
    shown: 'the library of Ballast',
    inFile: pathInFile(`Folder of scenarios that the app shows and runs; ${BELOW}`),
  }),
  stubFiles: valueFlag(FOLDER, 'a folder with files that responses of stubs may use', {
    shown: 'none',
    inFile: pathInFile(`Folder with files that responses of stubs may use; ${BELOW}`),
  }),
  allowCommands: switchFlag('allow explorations requested through the control plane to run their clients', {
    inFile: byFlagAlone('allow-commands', 'lets programs be run'),
  }),
  maxWorlds: valueFlag(wholeNumberValue(1, 10_000), 'maximum number of worlds, including the first', { usual: 256 }),
  log: valueFlag(choiceOf('level', LOG_LEVELS), 'log level on stderr: silent, info, requests or debug', {
    shown: 'silent; bugs are always logged',
  }),
  logFormat: valueFlag(
    choiceOf('format', LOG_FORMATS),
    'format of --log requests: text, in colour on a terminal, or json',
    { usual: 'text' },
  ),
  config: valueFlag(FILE, 'a file with flags of this command', { shown: 'ballast.config.yaml, if present' }),
  noConfig: offFlag('ignore ballast.config.yaml'),
  json: switchFlag('print the ready line as JSON'),
};

/** The flags of `ballast app`. */
export const APP_FLAGS = {
  port: valueFlag(PORT, 'port on 127.0.0.1; 0 takes any free one', { usual: 4710 }),
  data: valueFlag(FOLDER, 'store the world in this folder', { shown: 'a folder of the user' }),
  memory: switchFlag('keep the world in memory only'),
  ...WORLD_FLAGS,
  // A new world of the app is the demo, whose file turns them on.
  dividends: dividendsFlag('on'),
  scenarios: valueFlag(FOLDER, 'folder of your own scenarios', { shown: 'a folder of the user' }),
  appAddress,
  noOpen: offFlag('only print the address, without opening a window or browser'),
};
