/** `/sim/keys`: creates API keys, sets their limits and revokes them (decision E). A secret is returned once. */
import type { KeyView } from '../../../contract/control/accounts/accounts.ts';
import type { keyOperations } from '../../../contract/control/accounts/key-operations.ts';
import { changeKey, createKey, revokeKey } from '../../../engine/commands/accounts/manage-keys.ts';
import { mapOutcome } from '../../../engine/outcome.ts';
import type { KeyRecord } from '../../../engine/ports/account-ports.ts';
import { pageOf } from '../../http/page-of.ts';
import type { HandlersFor, Services } from '../../services.ts';
import { viewKey } from '../../views/accounts/view-accounts.ts';

const UNNAMED = 'API key';

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
