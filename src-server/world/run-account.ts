/**
 * The account that every world has, and the key and tier with which a server is started on it (decisions E1, E4, K9).
 */

import { BY_CONTROL_PLANE, runRecorded } from '../engine/command-log.ts';
import { changeAccount } from '../engine/commands/accounts/manage-accounts.ts';
import { saveRunKey } from '../engine/commands/accounts/save-run-key.ts';
import { DEFAULT_TIER } from '../engine/ports/account-ports.ts';
import { DEFAULT_ACCOUNT, type World } from '../engine/world.ts';
import { createIdFormatter } from '../kernel/ids.ts';
import type { OpenedWorld } from './opened-world.ts';
import { StartupError } from './startup-error.ts';
import type { WorldOptions } from './world-options.ts';

/** A new world gets its account here. It is no event: every world has it, so it says nothing of one. */
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

/** The key that opens the service: the given one, else the one of the seed. */
export function runKeyOf({ apiKey }: Pick<WorldOptions, 'apiKey'>, seed: number): string {
  return apiKey ?? createIdFormatter(seed, 'ak')(0);
}

/** Puts key and tier of this run into force. Exit 64 where the key is one that the control plane made. */
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
  const asked = {
    ...BY_CONTROL_PLANE,
    method: 'PATCH',
    path: `/accounts/${DEFAULT_ACCOUNT}`,
    body: JSON.stringify({ tier }),
  };
  runRecorded(commands, asked, () => changeAccount(world, DEFAULT_ACCOUNT, { tier }));
}
