/** `ballast.config.yaml`: the flags of `ballast serve` for everybody who works on a project (decision R6). */
import { z } from 'zod';
import { rateLimitClock } from '../control/accounts/accounts.ts';
import { DIVIDENDS_MODES } from '../fields/dividends-mode.ts';
import { instant } from '../fields/fields.ts';
import { SETTLEMENT_MODES } from '../fields/settlement.ts';

/** In the folder where `ballast serve` is called. */
export const CONFIG_FILE = 'ballast.config.yaml';

const path = z.string().min(1).max(1000);
/** Others read the file, which may be committed. */
const secret = (name: string) =>
  z
    .never(`is a secret, and others read this file: use ${name}_file, or the variable BALLAST_${name.toUpperCase()}`)
    .describe('Not allowed in a file: it is a secret, and others read this file.');
/** The person who clones a folder has not read its file, so only flags may reach beyond the project. */
const byFlagAlone = (name: string, what: string) =>
  z
    .never(`${what}, which a file cannot: leave it out and give --${name}, if you mean it`)
    .describe(`Not allowed in a file: it ${what}. Use the flag --${name}.`);
const texts = z.array(z.string().min(1).max(1000)).min(1);

/** Members are the flags with underscores; keys and tokens stand in files of their own. */
const serve = z.strictObject({
  port: z.int().min(0).max(65_535).describe('Port to listen on; 0: any free port.'),
  host: byFlagAlone('host', 'opens the server to other machines'),
  allow_host: byFlagAlone('allow-host', 'opens the server to requests by other names'),
  app_address: byFlagAlone('app-address', 'gives the app an address that others can prepare'),
  cors: byFlagAlone('cors', 'opens the service to pages of other sites'),
  data: path.describe('Folder in which the world is stored; relative to this file, and below its folder.'),
  memory: z.boolean().describe('Hold the world in memory only.'),
  seed: z.int().min(0).describe('Seed of all randomness of a new world.'),
  clock: instant.describe('Virtual time of a new world.'),
  clock_mode: z.enum(['realtime', 'manual', 'instant']).describe('What moves virtual time.'),
  clock_rate: z.number().min(0.1).max(100_000).describe('Virtual seconds per real second in realtime.'),
  drift_check: z.string().describe('Interval between drift checks, in virtual time, such as 15m.'),
  dividends: z.enum(DIVIDENDS_MODES).describe('Whether instruments of a new world pay dividends.'),
  api_key: secret('api_key'),
  api_key_file: path.describe('File with the API key; relative to this file, and closed to others (0600).'),
  admin_token: secret('admin_token'),
  admin_token_file: path.describe(
    'File with the token of the control plane; relative to this file, and closed to others (0600).',
  ),
  tier: z.enum(['starter', 'growth', 'enterprise']).describe('Tier of the default account.'),
  rate_limit: z
    .union([z.int().min(1), z.literal('off')])
    .describe('Maximum number of requests per key in any 60 s, or off.'),
  rate_limit_clock: rateLimitClock,
  rules: z.enum(['warn', 'enforce', 'off']).describe('Treatment of wrapper and jurisdiction rules.'),
  settlement: z.enum(SETTLEMENT_MODES).describe('How trades of a new world settle.'),
  journal_rows: z.int().min(0).max(10_000_000).describe('Number of requests that the journal stores; 0: none.'),
  journal_mb: z.int().min(1).max(65_536).describe('Amount of text that the journal stores, in MiB.'),
  webhook: texts.describe('Addresses of webhook endpoints to register.'),
  allow_webhook_host: byFlagAlone('allow-webhook-host', 'lets webhooks leave this machine'),
  webhook_ca: path.describe(
    'File with certificates (PEM) to trust for receivers of webhooks, in addition to the usual ones; relative to ' +
      'this file, and below its folder.',
  ),
  fixture: path.describe('World file that fills a new world; relative to this file, and below its folder.'),
  scenarios: path.describe('Folder of scenarios that the app shows; relative to this file, and below its folder.'),
  stub_files: path.describe(
    'Folder with the files that responses of stubs may name; relative to this file, and below its folder.',
  ),
  allow_commands: byFlagAlone('allow-commands', 'lets programs be run'),
  max_worlds: z.int().min(1).max(10_000).describe('Maximum number of worlds of the server, including its first one.'),
  log: z.enum(['silent', 'info', 'requests', 'debug']).describe('What is logged to stderr.'),
  log_format: z.enum(['text', 'json']).describe('Format in which requests and webhooks are logged.'),
  json: z.boolean().describe('Print the ready line as JSON.'),
});

export const configFile = z
  .strictObject({
    $schema: z.string().optional().describe('Location of the JSON Schema of this file, for editors.'),
    serve: serve.partial().optional().describe('Flags of `ballast serve`, with underscores.'),
  })
  .meta({ id: 'ConfigFile', description: 'Settings of Ballast for a project.' });

export type ConfigFile = z.output<typeof configFile>;

/** Of `serve`: they are relative to the file that has them, and stay below its folder. */
export const CONFIG_FOLDERS = ['data', 'fixture', 'scenarios', 'stub_files', 'webhook_ca'] as const;
export const CONFIG_SECRETS = ['api_key_file', 'admin_token_file'] as const;
export const CONFIG_PATHS: ReadonlySet<string> = new Set([...CONFIG_FOLDERS, ...CONFIG_SECRETS]);

/** Members of `serve` whose values can be listed, with them. */
export const CONFIG_CHOICES: readonly (readonly [member: string, values: readonly string[]])[] = Object.entries(
  serve.shape,
).flatMap(([member, schema]) => (schema instanceof z.ZodEnum ? [[member, schema.options] as const] : []));
