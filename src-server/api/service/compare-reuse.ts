/**
 * Compares a request whose idempotency key was used before with the request that used it first (decision L131): its
 * portfolio and every field of its body. A field that is left out counts as its default.
 */
import { startRebalanceA } from '../../contract/service/form-a.ts';
import type { KeyReuse } from '../../engine/key-reuse.ts';
import { lotMethodOf } from '../../engine/lots/tax-terms-of.ts';
import type { IdempotentResponse, RebalanceRecord } from '../../engine/records.ts';
import { REDACTED } from '../../engine/redact-secrets.ts';
import { isCredentialName } from '../../engine/redaction/credential-names.ts';
import type { World } from '../../engine/world.ts';
import { canonicalJson, type Json } from '../../kernel/canonical-json.ts';
import { eachDifference } from '../../scenario/compare/field-differences.ts';
import { printable } from '../../scenario/load/printable.ts';

type Fields = Readonly<Record<string, Json>>;

const MAX_DIFFERENCES = 10;
const LONGEST_POINTER = 200;
const LONGEST_VALUE = 120;

/** `sent`: the readable body. `null` if the rebalance of the first request does not exist. */
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
    ...defaultMethod(world, rebalance),
  };
  const { idempotency_key: _key, ...body } = sent;
  const requested = finite({ ...defaults, ...body, portfolio_id: portfolioId });
  const differences = [...eachDifference(storedFields(rebalance), requested)]
    .slice(0, MAX_DIFFERENCES)
    .map(({ pointer, left, right }) => ({
      pointer: printable(pointer.slice(0, LONGEST_POINTER)),
      stored: shown(left),
      sent: isCredentialName(pointer.slice(pointer.lastIndexOf('/') + 1)) ? REDACTED_VALUE : shown(right),
    }));
  return { rebalanceId, differences };
}

const REDACTED_VALUE = JSON.stringify(REDACTED);

/** Returns a short value as JSON, otherwise its kind: secrets would not be recognised in a part of a value. */
function shown(value: Json | undefined): string | null {
  if (value === undefined) return null;
  const text = canonicalJson(value);
  if (text.length <= LONGEST_VALUE) return printable(text);
  const kind = typeof value === 'string' ? 'text' : Array.isArray(value) ? 'list' : 'object';
  return `(${kind} of ${text.length} characters)`;
}

/** JSON allows numbers that no computer can represent, such as 1e400; they are shown as texts. */
function finite(body: Fields): Fields {
  const text = JSON.stringify(body, (_name, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
  return JSON.parse(text) as Fields;
}

/** Returns the fields that the first request contained or implied. */
function storedFields({ portfolioId, formA, plan }: RebalanceRecord): Record<string, Json> {
  return {
    portfolio_id: portfolioId,
    target_weights: { ...formA?.targetWeights },
    tax_method: formA?.taxMethod ?? null,
    drift_threshold: plan.settings.driftThreshold,
  };
}

function defaultMethod({ portfolios, market }: Pick<World, 'portfolios' | 'market'>, { portfolioId }: RebalanceRecord) {
  const portfolio = portfolios.find(portfolioId);
  return portfolio === null ? {} : { tax_method: lotMethodOf(market, portfolio, null).method };
}
