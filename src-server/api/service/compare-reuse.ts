/**
 * Holds a request whose idempotency key has its answer already against the request that got it (decision L131): its
 * portfolio and every field of its body. What is left out counts as what it stands for.
 */
import { startRebalanceA } from '../../contract/service/form-a.ts';
import type { KeyReuse } from '../../engine/key-reuse.ts';
import { lotMethodOf } from '../../engine/lots/tax-terms-of.ts';
import type { IdempotentResponse, RebalanceRecord } from '../../engine/records.ts';
import { isCredentialName } from '../../engine/redaction/credential-names.ts';
import type { World } from '../../engine/world.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import { fieldDifferences } from '../../scenario/compare/field-differences.ts';

type Fields = Readonly<Record<string, Json>>;

const MOST_DIFFERENCES = 10;
const LONGEST_POINTER = 200;

/** `sent`: the readable body. `null` where the rebalance of the first request is not there. */
export function compareReuse(
  world: Pick<World, 'rebalances' | 'portfolios' | 'market'>,
  { rebalanceId }: IdempotentResponse,
  portfolioId: string,
  sent: Fields,
): KeyReuse | null {
  const rebalance = world.rebalances.find(rebalanceId);
  if (rebalance === null) return null;
  const defaults = {
    drift_threshold: startRebalanceA.shape.drift_threshold.parse(undefined),
    ...usualMethod(world, rebalance),
  };
  const { idempotency_key: _key, ...body } = sent;
  const asked = { ...defaults, ...body, portfolio_id: portfolioId };
  const differences = fieldDifferences(storedFields(rebalance), asked)
    .slice(0, MOST_DIFFERENCES)
    .map(({ pointer, expected, actual }) => ({
      pointer: pointer.slice(0, LONGEST_POINTER),
      stored: expected,
      sent: actual !== null && isCredentialName(pointer.slice(pointer.lastIndexOf('/') + 1)) ? '"[redacted]"' : actual,
    }));
  return { rebalanceId, differences };
}

/** As the request that was answered said it, or meant it. */
function storedFields({ portfolioId, formA, plan }: RebalanceRecord): Record<string, Json> {
  return {
    portfolio_id: portfolioId,
    target_weights: { ...formA?.targetWeights },
    tax_method: formA?.taxMethod ?? null,
    drift_threshold: plan.settings.driftThreshold,
  };
}

function usualMethod({ portfolios, market }: Pick<World, 'portfolios' | 'market'>, { portfolioId }: RebalanceRecord) {
  const portfolio = portfolios.find(portfolioId);
  return portfolio === null ? {} : { tax_method: lotMethodOf(market, portfolio, null).method };
}
