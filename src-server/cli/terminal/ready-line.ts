/** The line that says that a server is ready: for people, or the exact JSON of decision K. */

import type { Ballast } from '../../app.ts';

export interface ReadyTerms {
  /** `null`: the world is in memory only. */
  readonly dataDir: string | null;
  /** `null`: no flag came from a file. */
  readonly configFile: string | null;
  readonly json: boolean;
}

/** One line without a line break. */
export function readyLine(ballast: Ballast, { dataDir, configFile, json }: ReadyTerms): string {
  if (json) return JSON.stringify({ ...readyEvent(ballast), config_file: configFile });
  const kept = dataDir === null ? 'nothing is stored (--data DIR stores it)' : `data in ${dataDir}`;
  return (
    `Ballast is ready: open ${ballast.newAddress()} — Form A ${ballast.formAUrl}, Form B ${ballast.formBUrl}, ` +
    `API key ${ballast.apiKey}, admin token ${ballast.adminToken}, seed ${ballast.seed}, clock ${ballast.clock}, ${kept}${configFile === null ? '' : `, flags of ${configFile}`}.`
  );
}

function readyEvent(ballast: Ballast) {
  return {
    event: 'ready',
    base_url: ballast.baseUrl,
    form_a_url: ballast.formAUrl,
    form_b_url: ballast.formBUrl,
    control_url: ballast.controlUrl,
    api_key: ballast.apiKey,
    admin_token: ballast.adminToken,
    seed: ballast.seed,
    clock: ballast.clock,
    app_url: ballast.newAddress(),
    ...(ballast.aliases.size > 0 ? { aliases: Object.fromEntries(ballast.aliases) } : {}),
  };
}
