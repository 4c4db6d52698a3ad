/** The account of every world, and the key and tier that a start of the server gives it (decisions E1, E4, K9). */

import { BY_CONTROL_PLANE, runRecorded } from '../engine/command-log.ts';
import { changeAccount } from '../engine/commands/accounts/manage-accounts.ts';
import { saveRunKey } from '../engine/commands/accounts/save-run-key.ts';
import { DEFAULT_TIER } from '../engine/ports/account-ports.ts';
import { DEFAULT_ACCOUNT, type World } from '../engine/world.ts';
import { createIdFormatter } from '../kernel/ids.ts';
import type { OpenedWorld } from './opened-world.ts';
import { StartupError } from './startup-error.ts';
import type { WorldOptions } from './world-options.ts';

/** Creates the account of a new world. This is not an event: every world has one, so it would distinguish none. */
export function makeDefaultAccount({ accounts, kernel }: Pick<World, 'accounts' | 'kernel'>): void {
  if (!kernel.isNew) return;
  accounts.put({
    accountId: DEFAULT_ACCOUNT,
    name: 'Default account',
    tier: DEFAULT_TIER,
    monthlyLimit: null,
    rateLimit: null,
    createdMs: kernel.nowMs,
  });
}

/** Returns the key of the service: the given one, else the one from the seed. */
export function runKeyOf({ apiKey }: Pick<WorldOptions, 'apiKey'>, seed: number): string {
  return apiKey ?? createIdFormatter(seed, 'ak')(0);
}

/** Applies key and tier of this run. Exit 64 where the control plane created the key. */
export function applyRunAccount(
  options: Pick<WorldOptions, 'apiKey' | 'tier'>,
  { world, commands }: Pick<OpenedWorld, 'world' | 'commands'>,
): void {
  const taken = saveRunKey(world, runKeyOf(options, world.kernel.seed));
  if (taken !== null) {
    throw new StartupError(64, [
      `--api-key: this is the secret of ${taken}, which the control plane made; give another`,
    ]);
  }
  const { tier } = options;
  if (tier === null) return;
  const command = {
    ...BY_CONTROL_PLANE,
    method: 'PATCH',
    path: `/accounts/${DEFAULT_ACCOUNT}`,
    body: JSON.stringify({ tier }),
  };
  runRecorded(commands, command, () => changeAccount(world, DEFAULT_ACCOUNT, { tier }));
}
