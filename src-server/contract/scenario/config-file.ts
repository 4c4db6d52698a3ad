/** `ballast.config.yaml`: the flags of `ballast serve` for all users of a project (decision R6). */
import { z } from 'zod';
import { fileMembers } from '../flags/flag-table.ts';
import { SERVE_FLAGS } from '../flags/serve-flags.ts';

/** In the working folder of `ballast serve`. */
export const CONFIG_FILE = 'ballast.config.yaml';

const { config: _config, noConfig: _noConfig, ...FLAGS_IN_FILE } = SERVE_FLAGS;

/** Members are the flags with underscores; keys and tokens are in separate files. */
const serve = z.strictObject(fileMembers(FLAGS_IN_FILE));

export const configFile = z
  .strictObject({
    $schema: z.string().optional().describe('Location of the JSON Schema of this file, for editors.'),
    serve: serve.partial().optional().describe('Flags of `ballast serve`, with underscores.'),
  })
  .meta({ id: 'ConfigFile', description: 'Settings of Ballast for a project.' });

export type ConfigFile = z.output<typeof configFile>;

/** Members of `serve` with folders: they are relative to the file that has them, and stay below its folder. */
export const CONFIG_FOLDERS = ['data', 'fixture', 'scenarios', 'stub_files', 'webhook_ca'] as const;
export const CONFIG_SECRETS = ['api_key_file', 'admin_token_file'] as const;
export const CONFIG_PATHS: ReadonlySet<string> = new Set([...CONFIG_FOLDERS, ...CONFIG_SECRETS]);
