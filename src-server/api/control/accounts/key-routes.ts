/** `/sim/keys`: API keys are made, given limits of their own and revoked (decision E). A secret is answered once. */

import type { Router } from 'express';
import {
  type CreatedKey,
  changeKey as changeKeySchema,
  createKey as createKeySchema,
  type KeyList,
  type KeyView,
  keysQuery,
} from '../../../contract/control/accounts/accounts.ts';
import { keyOperations } from '../../../contract/control/accounts/key-operations.ts';
import { changeKey, createKey, revokeKey } from '../../../engine/commands/accounts/manage-keys.ts';
import type { KeyRecord } from '../../../engine/ports/account-ports.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { pageOf } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewKey } from '../../views/accounts/view-accounts.ts';

export interface KeyRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
  /** Requests per minute of keys without a limit of their own; `null`: no limit. */
  readonly rateLimit: { readonly perMinute: number | null };
  /** Draws the secret of a new API key. */
  readonly newSecret: () => string;
}

const UNNAMED = 'API key';

export function addKeyRoutes(router: Router, { world, driver, rateLimit, newSecret }: KeyRouteDependencies): void {
  const view = (key: KeyRecord): KeyView => viewKey(world, key, rateLimit.perMinute ?? 'off');
  addOperation(router, keyOperations.listKeys, (request, response) => {
    const { account_id: wanted, ...page } = parseQuery(request, keysQuery);
    const keys = world.apiKeys.list().filter((key) => wanted === undefined || key.accountId === wanted);
    const { rows, next } = pageOf(keys, page, ({ keyId }) => keyId);
    const answer: KeyList = { keys: rows.map(view), next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, keyOperations.createKey, readJson, (request, response) => {
    const body = parseBody(request, createKeySchema);
    driver.nowMs();
    const { account_id: owner, name = UNNAMED, rate_limit: ownLimit = null } = body;
    const secret = newSecret();
    const key = acceptedOf(createKey(world, { accountId: owner, name, rateLimit: ownLimit, secret }));
    driver.afterCommand();
    const answer: CreatedKey = { ...view(key), secret };
    sendJson(request, response, 201, answer);
  });
  addOperation(router, keyOperations.changeKey, readJson, (request, response) => {
    const { name, rate_limit: ownLimit } = parseBody(request, changeKeySchema);
    driver.nowMs();
    const key = acceptedOf(changeKey(world, String(request.params.id), { name, rateLimit: ownLimit }));
    driver.afterCommand();
    sendJson(request, response, 200, view(key));
  });
  addOperation(router, keyOperations.revokeKey, (request, response) => {
    driver.nowMs();
    const key = acceptedOf(revokeKey(world, request.params.id));
    driver.afterCommand();
    sendJson(request, response, 200, view(key));
  });
}
