/**
 * `/sim/accounts`, `/sim/tiers` and `/sim/keys`: the accounts, their monthly limits and their use of them, and their API
 * keys (decision E).
 */
import type { accountOperations } from '../../../contract/control/accounts/account-operations.ts';
import type { KeyView } from '../../../contract/control/accounts/accounts.ts';
import type { keyOperations } from '../../../contract/control/accounts/key-operations.ts';
import { TIERS } from '../../../domain/events/event-choices.ts';
import { changeAccount, changeTier, createAccount } from '../../../engine/commands/accounts/manage-accounts.ts';
import { changeKey, createKey, revokeKey } from '../../../engine/commands/accounts/manage-keys.ts';
import { accepted, mapOutcome, refused } from '../../../engine/outcome.ts';
import type { KeyRecord } from '../../../engine/ports/account-ports.ts';
import { toAccountChange } from '../../../scenario/run/account-change.ts';
import { pageOf } from '../../http/page-of.ts';
import type { HandlersFor, Services } from '../../services.ts';
import { listTiers, viewAccount, viewKey, viewTier } from '../../views/accounts/view-accounts.ts';

export const accountHandlers: HandlersFor<typeof accountOperations, 'world'> = {
  listAccounts: ({ world, query }) =>
    mapOutcome(
      pageOf(world.accounts.list(), query, ({ accountId }) => accountId),
      ({ rows, next }) => ({ accounts: rows.map((account) => viewAccount(world, account)), next }),
    ),

  createAccount: ({ world, body }) =>
    mapOutcome(createAccount(world, body.account_id, toAccountChange(body)), (account) => viewAccount(world, account)),

  getAccount({ world, params }) {
    const account = world.accounts.find(params.id);
    if (account === null) return refused('not_found', `There is no account ${params.id}.`);
    return accepted(viewAccount(world, account));
  },

  changeAccount: ({ world, params, body }) =>
    mapOutcome(changeAccount(world, params.id, toAccountChange(body)), (account) => viewAccount(world, account)),

  listTiers: ({ world }) => accepted(listTiers(world)),

  changeTier({ world, params, body: { monthly_limit: limit } }) {
    const tier = TIERS.find((known) => known === params.tier);
    if (tier === undefined) return refused('not_found', `There is no tier ${params.tier}.`);
    changeTier(world, tier, limit);
    return accepted(viewTier(world, tier));
  },
};

const UNNAMED = 'API key';

/** A secret is returned once. */
export const keyHandlers: HandlersFor<typeof keyOperations, 'world' | 'rateLimit' | 'newSecret'> = {
  listKeys({ world, rateLimit, query: { account_id: wanted, ...page } }) {
    const keys = world.apiKeys.list().filter((key) => wanted === undefined || key.accountId === wanted);
    return mapOutcome(
      pageOf(keys, page, ({ keyId }) => keyId),
      ({ rows, next }) => ({ keys: rows.map(viewer({ world, rateLimit })), next }),
    );
  },

  createKey({ world, rateLimit, newSecret, body }) {
    const { account_id: owner, name = UNNAMED, rate_limit: ownLimit = null } = body;
    const secret = newSecret();
    const created = createKey(world, { accountId: owner, name, rateLimit: ownLimit, secret });
    const view = viewer({ world, rateLimit });
    return mapOutcome(created, (key) => ({ ...view(key), secret }));
  },

  changeKey: ({ world, rateLimit, params, body: { name, rate_limit: ownLimit } }) =>
    mapOutcome(changeKey(world, params.id, { name, rateLimit: ownLimit }), viewer({ world, rateLimit })),

  revokeKey: ({ world, rateLimit, params }) => mapOutcome(revokeKey(world, params.id), viewer({ world, rateLimit })),
};

function viewer({ world, rateLimit }: Pick<Services, 'world' | 'rateLimit'>): (key: KeyRecord) => KeyView {
  return (key) => viewKey(world, key, rateLimit.perMinute ?? 'off');
}
