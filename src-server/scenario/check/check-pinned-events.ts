/**
 * Finds market events of a world without effect, because the world pins the price or rate that they would move and no
 * step unpins it.
 */
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { valueAt } from '../references/json-pointer.ts';

/** Kinds of events that move a price or an exchange rate, by the member that names it. */
const MOVES: ReadonlyMap<unknown, 'isin' | 'currency'> = new Map([
  ['jump', 'isin'],
  ['trend', 'isin'],
  ['volatility', 'isin'],
  ['fx_jump', 'currency'],
  ['fx_trend', 'currency'],
  ['fx_volatility', 'currency'],
]);

/** Places within the world. */
export function pinnedEvents(world: unknown, steps: readonly ScenarioStep[]): IssuePlace[] {
  if (steps.some(mayUnpin)) return [];
  const pins = listAt(world, '/pins');
  // A pin of a price has a currency, too.
  const pinned = {
    isin: new Set(pins.map((pin) => valueAt(pin, '/isin'))),
    currency: new Set(pins.flatMap((pin) => (valueAt(pin, '/isin') === undefined ? [valueAt(pin, '/currency')] : []))),
  };
  return listAt(world, '/market_events').flatMap((event, index) => {
    const member = MOVES.get(valueAt(event, '/kind'));
    const name = member === undefined ? undefined : valueAt(event, `/${member}`);
    if (member === undefined || name === undefined || !pinned[member].has(name)) return [];
    const issue = `is pinned by the world, so this moves nothing: leave out the pin, or unpin ${name} in a step`;
    return [{ path: ['market_events', index, member], issue }];
  });
}

function mayUnpin(step: ScenarioStep): boolean {
  const path = valueAt(step, '/control/path');
  return valueAt(step, '/market/unpin') !== undefined || (typeof path === 'string' && /pins|\$\{/.test(path));
}

function listAt(value: unknown, pointer: string): readonly unknown[] {
  const list = valueAt(value, pointer);
  return Array.isArray(list) ? list : [];
}
