/** The flags by which a command finds a server that runs elsewhere: its address, and the token of its control plane. */
import type { Command } from 'commander';
import { readEnvironment } from '../../system/environment.ts';
import { variablesSource, withSource } from './flag-sources.ts';
import { parseUrl, validateFlag } from './flag-values.ts';
import { secretFlag } from './secret-flags.ts';

export interface ServerFlags {
  readonly url?: string;
  readonly adminToken?: string;
  readonly adminTokenFile?: string;
}

export interface FoundServer {
  readonly url: string;
  readonly adminToken: string;
}

const DEFAULT_URL = 'http://127.0.0.1:4710';

/** `usual`: what is used where no address is given. */
export function addServerFlags(command: Command, usual = DEFAULT_URL): Command {
  return command
    .option('--url <url>', `the server (default: ${usual})`)
    .option('--admin-token <token>', 'the token of its control plane (default: $BALLAST_ADMIN_TOKEN)')
    .option('--admin-token-file <file>', 'a file with that token');
}

/** `null` where a line was added to `faults`. `name` is that of the command. */
export function serverOf(name: string, flags: ServerFlags, faults: string[]): FoundServer | null {
  const url = validateFlag(faults, '--url', flags.url, parseUrl, 'an http(s) address', DEFAULT_URL);
  const before = faults.length;
  const adminToken = tokenOf(flags, faults);
  if (adminToken !== null) return { url, adminToken };
  if (faults.length === before)
    faults.push(`${name} needs --admin-token, the token that the server was started with or printed`);
  return null;
}

/** Of the flags, else of the variable that `serve` knows as well. */
function tokenOf(given: ServerFlags, faults: string[]): string | null {
  const known = [{ long: '--admin-token', name: 'adminToken', kind: 'value' }] as const;
  const { flags, named } = withSource({ ...given }, known, variablesSource(readEnvironment().flags));
  const found: string[] = [];
  const { adminToken: text, adminTokenFile: file } = flags as ServerFlags;
  const token = secretFlag(found, { flag: '--admin-token', text, file });
  faults.push(...found.map(named));
  return token;
}
