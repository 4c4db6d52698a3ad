/** The flags with which a command finds a running server: its address, and the token of its control plane. */

import { type GivenFlags, longOf, readFlags, valueFlag } from '../../contract/flags/flag-table.ts';
import { anyText, FILE, textValue } from '../../contract/flags/value-types.ts';
import { readEnvironment } from '../../system/environment.ts';
import { serverDefaults } from '../../system/server-defaults.ts';
import { variablesSource, withSource } from './flag-sources.ts';
import { secretFlag } from './secret-flags.ts';

const DEFAULT_URL = `http://127.0.0.1:${serverDefaults.port}`;

const SERVER_URL = textValue('url', 'an http(s) URL', (text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return text.startsWith('/') || (url !== null && /^https?:$/.test(url.protocol)) ? text : null;
});

/** `usual`: the address that is used if none is given. */
export function serverFlags(usual = DEFAULT_URL) {
  return {
    url: valueFlag(SERVER_URL, 'address of the server', { shown: usual }),
    adminToken: valueFlag(anyText('token'), 'the token of its control plane', { shown: '$BALLAST_ADMIN_TOKEN' }),
    adminTokenFile: valueFlag(FILE, 'a file with that token'),
  };
}

export const SERVER_FLAGS = serverFlags();
type Given = GivenFlags<typeof SERVER_FLAGS>;

interface ServerFlagsFound {
  readonly url: string;
  readonly adminToken: string;
}

/** Returns `null` if a line was added to `faults`. `name` is that of the command. */
export function serverOf(name: string, given: Given, faults: string[]): ServerFlagsFound | null {
  const before = faults.length;
  // `serve` reads the same variable.
  const known = [{ long: longOf('adminToken'), name: 'adminToken', kind: 'value' }] as const;
  const { flags: filled, named } = withSource({ ...given }, known, variablesSource(readEnvironment().flags));
  const found: string[] = [];
  const { url, adminToken: text, adminTokenFile: file } = readFlags(SERVER_FLAGS, filled as Given, found);
  const adminToken = secretFlag(found, { flag: '--admin-token', text, file });
  faults.push(...found.map(named));
  if (adminToken !== null) return { url: url ?? DEFAULT_URL, adminToken };
  if (faults.length === before)
    faults.push(`${name} needs --admin-token, the token that the server was started with or printed`);
  return null;
}
