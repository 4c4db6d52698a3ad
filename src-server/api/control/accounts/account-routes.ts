/**
 * `/sim/accounts` and `/sim/tiers`: who there is, what they may use in a month, and what they have used (decision E).
 */

import type { Router } from 'express';
import { accountOperations } from '../../../contract/control/accounts/account-operations.ts';
import {
  type AccountList,
  type AccountView,
  changeAccount as changeAccountSchema,
  changeTier as changeTierSchema,
  createAccount as createAccountSchema,
  type TierList,
  type TierView,
} from '../../../contract/control/accounts/accounts.ts';
import { pageQuery } from '../../../contract/fields/paging.ts';
import { TIERS } from '../../../domain/events/event-choices.ts';
import { changeAccount, changeTier, createAccount } from '../../../engine/commands/accounts/manage-accounts.ts';
import type { AccountRecord } from '../../../engine/ports/account-ports.ts';
import type { World } from '../../../engine/world.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { toAccountChange } from '../../../scenario/run/account-change.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { pageOf } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { acceptedOf, Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';
import { listTiers, viewAccount, viewTier } from '../../views/accounts/view-accounts.ts';

export interface AccountRouteDependencies {
  readonly world: World;
  readonly driver: TimeDriver;
}

export function addAccountRoutes(router: Router, service: AccountRouteDependencies): void {
  const { world, driver } = service;
  const view = (account: AccountRecord): AccountView => viewAccount(world, account);
  addOperation(router, accountOperations.listAccounts, (request, response) => {
    driver.nowMs();
    const { rows, next } = pageOf(world.accounts.list(), parseQuery(request, pageQuery), ({ accountId }) => accountId);
    const answer: AccountList = { accounts: rows.map(view), next };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, accountOperations.createAccount, readJson, (request, response) => {
    const body = parseBody(request, createAccountSchema);
    driver.nowMs();
    const account = acceptedOf(createAccount(world, body.account_id, toAccountChange(body)));
    driver.afterCommand();
    sendJson(request, response, 201, view(account));
  });
  addOperation(router, accountOperations.getAccount, (request, response) => {
    driver.nowMs();
    const account = world.accounts.find(request.params.id);
    if (account === null) throw new Problem('not_found', `There is no account ${request.params.id}.`);
    sendJson(request, response, 200, view(account));
  });
  addOperation(router, accountOperations.changeAccount, readJson, (request, response) => {
    const change = toAccountChange(parseBody(request, changeAccountSchema));
    driver.nowMs();
    const account = acceptedOf(changeAccount(world, String(request.params.id), change));
    driver.afterCommand();
    sendJson(request, response, 200, view(account));
  });
  addTierRoutes(router, service);
}

function addTierRoutes(router: Router, { world, driver }: AccountRouteDependencies): void {
  addOperation(router, accountOperations.listTiers, (request, response) => {
    const answer: TierList = listTiers(world);
    sendJson(request, response, 200, answer);
  });
  addOperation(router, accountOperations.changeTier, readJson, (request, response) => {
    const { monthly_limit: limit } = parseBody(request, changeTierSchema);
    const tier = TIERS.find((known) => known === request.params.tier);
    if (tier === undefined) throw new Problem('not_found', `There is no tier ${request.params.tier}.`);
    driver.nowMs();
    changeTier(world, tier, limit);
    driver.afterCommand();
    const answer: TierView = viewTier(world, tier);
    sendJson(request, response, 200, answer);
  });
}
