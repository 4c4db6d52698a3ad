/** The thread side of `validation-thread.ts`: validates one file after the other. Entry of a worker. */
import { packageRoot } from '../../system/package-root.ts';
import { readMarketFacts } from '../../world/market-facts.ts';
import { type ScenarioPlace, type ValidatedScenario, validateScenario } from './validate-scenario.ts';

const { market } = readMarketFacts(packageRoot());

export function validateOnThread(place: ScenarioPlace): ValidatedScenario {
  return validateScenario(place, market);
}
