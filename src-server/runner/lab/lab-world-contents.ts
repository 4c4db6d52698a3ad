/** The contents of a world for full execution, except the portfolio: all custom settings of the run's world. */

import { DEFAULT_ACCOUNT } from '../../engine/world.ts';
import type { LabTask } from '../../lab/lab-task.ts';
import { viewExchangeSettings } from '../../scenario/run/exchange-change.ts';
import { contentsOfMarket } from '../../world/contents/custom-market.ts';

/** As in a world file. */
export function labWorldContents({ customMarket, venues }: Pick<LabTask, 'customMarket' | 'venues'>): object {
  const exchanges = venues.map((settings) => [settings.mic, viewExchangeSettings(settings)] as const);
  return {
    ...contentsOfMarket(customMarket),
    ...(exchanges.length === 0 ? {} : { exchanges: Object.fromEntries(exchanges) }),
    accounts: { [DEFAULT_ACCOUNT]: { tier: 'enterprise' } },
  };
}
