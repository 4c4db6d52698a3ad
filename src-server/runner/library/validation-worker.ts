/** The thread side of `judging-thread.ts`: judges one file after the other. Entry of a worker. */
import { packageRoot } from '../../system/package-root.ts';
import { readMarketFacts } from '../../world/market-facts.ts';
import { type JudgedScenario, judgeScenario, type ScenarioPlace } from './validate-scenario.ts';

const { market } = readMarketFacts(packageRoot());

export function judgeOnThread(place: ScenarioPlace): JudgedScenario {
  return judgeScenario(place, market);
}
