/** Populates a new world with the contents of a file, by the same commands that requests of clients use. */
import { planConstraintsOf } from '../../contract/control/portfolios/constraints.ts';
import { trustOf } from '../../contract/control/webhooks/webhooks.ts';
import { pointerTo } from '../../contract/fields/issue-places.ts';
import type { WorldContents } from '../../contract/scenario/world-file.ts';
import { changeAccount, createAccount } from '../../engine/commands/accounts/manage-accounts.ts';
import { addMarketEvent } from '../../engine/commands/market/add-market-event.ts';
import { changeExchange } from '../../engine/commands/market/change-exchange.ts';
import { pinPrice } from '../../engine/commands/market/pin-price.ts';
import { createPortfolioA } from '../../engine/commands/portfolios/create-portfolio-a.ts';
import { createPortfolioB } from '../../engine/commands/portfolios/create-portfolio-b.ts';
import { setPolicy } from '../../engine/commands/portfolios/manage-policy.ts';
import { setCash } from '../../engine/commands/portfolios/set-cash.ts';
import { setConstraints } from '../../engine/commands/portfolios/set-constraints.ts';
import { setPositions } from '../../engine/commands/portfolios/set-positions.ts';
import { setTargets } from '../../engine/commands/portfolios/set-targets.ts';
import { addEndpoint, type SecretOf } from '../../engine/commands/webhooks/manage-webhooks.ts';
import type { Outcome, ValidationIssue } from '../../engine/outcome.ts';
import type { WebhookStore } from '../../engine/ports/webhook-ports.ts';
import { trustFault } from '../../engine/webhooks/receiver-trust.ts';
import { DEFAULT_ACCOUNT, type World } from '../../engine/world.ts';
import { takenNames } from '../check/check-facts.ts';
import { toAccountChange } from './account-change.ts';
import { toExchangeChange } from './exchange-change.ts';
import { toMarketEvent } from './market-event.ts';
import { setAnyFault } from './set-any-fault.ts';

interface PopulateTools {
  readonly world: World;
  readonly webhooks: WebhookStore;
  readonly secretOf: SecretOf;
  /** The reason why an endpoint address is refused, or `null`. */
  readonly urlFault: (url: string) => string | null;
}

interface PopulatedWorld {
  /** The ids of named portfolios and webhook endpoints, by name. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Contents that were refused, with pointers into them. */
  readonly faults: readonly ValidationIssue[];
}

export function populateWorld(tools: PopulateTools, contents: WorldContents): PopulatedWorld {
  const aliases = new Map<string, string>();
  const faults: ValidationIssue[] = [];
  contents.webhooks.forEach(({ url, events, ordered, timeout_ms: timeoutMs, secret, tls: wanted, as }, index) => {
    const issue = tools.urlFault(url);
    const tls = wanted === undefined ? null : trustOf(wanted);
    const fault = issue === null ? trustFault(tls, url) : { path: '/url', issue };
    if (fault !== null) faults.push({ ...fault, path: `/webhooks/${index}${fault.path}` });
    else {
      const endpoint = { url, events: events ?? null, ordered, timeoutMs, secret: secret ?? null, tls };
      const { webhookId } = addEndpoint(tools.world, tools.webhooks, tools.secretOf, endpoint);
      if (as !== undefined) aliases.set(as, webhookId);
    }
  });
  faults.push(...takenNames(contents).map(({ path, issue }) => ({ path: pointerTo(path), issue })));
  populateAccounts(tools.world, contents, faults);
  populateMarket(tools, contents, faults);
  contents.portfolios.forEach((entry, index) => {
    const at = `/portfolios/${index}`;
    const portfolioId = addPortfolio(tools.world, entry, at, faults);
    if (portfolioId !== null && entry.as !== undefined) aliases.set(entry.as, portfolioId);
  });
  return { aliases, faults };
}

/** Sets tiers and limits; populating a world does not count against the limits of an account. */
function populateAccounts(world: World, contents: WorldContents, faults: ValidationIssue[]): void {
  for (const [accountId, account] of Object.entries(contents.accounts)) {
    const isKnown = world.accounts.find(accountId) !== null;
    const make = isKnown ? changeAccount : createAccount;
    collectFaults(faults, make(world, accountId, toAccountChange(account)), `/accounts/${accountId}`);
  }
}

/** Exchanges come first, then prices and market events, then faults. */
function populateMarket({ world, webhooks }: PopulateTools, contents: WorldContents, faults: ValidationIssue[]): void {
  for (const [mic, change] of Object.entries(contents.exchanges)) {
    collectFaults(faults, changeExchange(world, mic, toExchangeChange(change)), `/exchanges/${mic}`);
  }
  contents.pins.forEach((pin, index) => {
    collectFaults(faults, pinPrice(world, pin), `/pins/${index}`);
  });
  contents.market_events.forEach((event, index) => {
    collectFaults(faults, addMarketEvent(world, toMarketEvent(event)), `/market_events/${index}`);
  });
  contents.faults.forEach((fault, index) => {
    collectFaults<unknown>(faults, setAnyFault(world, webhooks, fault), `/faults/${index}`);
  });
}

/** The value of an accepted outcome; a refusal adds its issues at their places in the contents and returns `null`. */
function collectFaults<T>(faults: ValidationIssue[], outcome: Outcome<T>, base: string): T | null {
  if (outcome.ok) return outcome.value;
  const { details, message } = outcome;
  if (details.length === 0) faults.push({ path: base, issue: message });
  for (const { path, issue } of details) faults.push({ path: `${base}${path}`, issue });
  return null;
}

/** `null` for a refusal of the portfolio itself; `faults` gets every refusal, at its place below `at`. */
export function addPortfolio(
  world: World,
  entry: WorldContents['portfolios'][number],
  at: string,
  faults: ValidationIssue[],
): string | null {
  const collect = <T>(outcome: Outcome<T>, base: string): T | null => collectFaults(faults, outcome, base);
  const portfolio =
    entry.form === 'B'
      ? collect(createPortfolioB(world, DEFAULT_ACCOUNT, entry.request), `${at}/request`)
      : collect(createPortfolioA(world, DEFAULT_ACCOUNT, entry.request), `${at}/request`);
  if (portfolio === null) return null;
  const { portfolioId } = portfolio;
  if (entry.positions !== undefined) collect(setPositions(world, portfolioId, entry.positions), at);
  if (entry.form === 'A' && entry.cash !== undefined) collect(setCash(world, portfolioId, entry.cash), `${at}/cash`);
  if (entry.form === 'A' && entry.targets !== undefined) collect(setTargets(world, portfolioId, entry.targets), at);
  if (entry.constraints !== undefined) {
    collect(setConstraints(world, portfolioId, planConstraintsOf(entry.constraints)), `${at}/constraints`);
  }
  if (entry.policy !== undefined) collect(setPolicy(world, portfolioId, entry.policy), `${at}/policy`);
  return portfolioId;
}
