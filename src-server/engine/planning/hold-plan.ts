/**
 * Previewed Form A plans held under an idempotency key: the request with that key executes exactly this plan instead of
 * planning again (decision L94). Only the control plane holds and releases them.
 */
import { isDeepStrictEqual } from 'node:util';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type FormARebalance, type FormATerms, isFormA, type RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';
import type { PlannedRebalance } from './store-plan.ts';

type ReservingWorld = Pick<World, 'rebalances'>;

/** Returns the plan that is held under the key for the same terms and band; `null` if there is none. */
export function reservedPlan(
  { rebalances }: ReservingWorld,
  portfolioId: string,
  key: string | undefined,
  requested: { readonly terms: FormATerms; readonly driftThreshold: number },
): FormARebalance | null {
  if (key === undefined) return null;
  const reserved = reservedPlans({ rebalances }, portfolioId).find(({ formA }) => formA.heldFor === key);
  if (reserved === undefined) return null;
  const { targetWeights, taxMethod } = reserved.formA;
  const isSame =
    taxMethod === requested.terms.taxMethod &&
    reserved.plan.settings.driftThreshold === requested.driftThreshold &&
    isDeepStrictEqual(targetWeights, requested.terms.targetWeights);
  return isSame ? reserved : null;
}

/** Returns the held plans of a portfolio, under any key. */
export function reservedPlans({ rebalances }: ReservingWorld, portfolioId: string): FormARebalance[] {
  return rebalances.listReserved(portfolioId).filter(isFormA);
}

/** Stores the held plan as a new rebalance, with orders that differ only in their ids. */
export function storeReservedPlan(
  { rebalances }: ReservingWorld,
  unit: UnitOfWork,
  reserved: FormARebalance,
): PlannedRebalance {
  const rebalance: RebalanceRecord = {
    ...reserved,
    rebalanceId: unit.nextId('rb'),
    simulation: false,
    createdMs: unit.nowMs,
    updatedMs: unit.nowMs,
    formA: plainTerms(reserved.formA),
  };
  const { rebalanceId } = rebalance;
  const orders = rebalances
    .orders(reserved.rebalanceId)
    .map((order) => ({ ...order, orderId: unit.nextId('or'), rebalanceId }));
  rebalances.insert(rebalance, orders);
  releasePlan({ rebalances }, reserved);
  return { rebalance, orders };
}

/** Releases a plan, which remains a normal dry run. Must be called inside a unit of work. */
export function releasePlan({ rebalances }: ReservingWorld, reserved: FormARebalance): void {
  rebalances.update({ ...reserved, formA: plainTerms(reserved.formA) });
}

function plainTerms({ targetWeights, taxMethod }: FormATerms): FormATerms {
  return { targetWeights, taxMethod };
}
