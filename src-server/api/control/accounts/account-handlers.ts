/** `/sim/accounts` and `/sim/tiers`: the accounts, their monthly limits, and their use of them (decision E). */
import type { accountOperations } from '../../../contract/control/accounts/account-operations.ts';
import { TIERS } from '../../../domain/events/event-choices.ts';
import { changeAccount, changeTier, createAccount } from '../../../engine/commands/accounts/manage-accounts.ts';
import { accepted, mapOutcome, refused } from '../../../engine/outcome.ts';
import { toAccountChange } from '../../../scenario/run/account-change.ts';
import { pageOf } from '../../http/page-of.ts';
import type { HandlersFor } from '../../services.ts';
import { listTiers, viewAccount, viewTier } from '../../views/accounts/view-accounts.ts';

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
