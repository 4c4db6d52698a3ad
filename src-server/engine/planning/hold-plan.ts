/**
 * Previewed Form A plans held under an idempotency key: the request with that key executes exactly this plan instead of
 * planning again (decision L94). Only the control plane holds and releases them.
 */
import { isDeepStrictEqual } from 'node:util';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { type FormARebalance, type FormATerms, isFormA, type RebalanceRecord } from '../records.ts';
import type { World } from '../world.ts';
import type { PlannedRebalance } from './store-plan.ts';

type HeldWorld = Pick<World, 'rebalances'>;

/** Returns the plan that is held under the key for the same terms and band; `null` if there is none. */
export function heldPlan(
  { rebalances }: HeldWorld,
  portfolioId: string,
  key: string | undefined,
  asked: { readonly terms: FormATerms; readonly driftThreshold: number },
): FormARebalance | null {
  if (key === undefined) return null;
  const held = heldPlans({ rebalances }, portfolioId).find(({ formA }) => formA.heldFor === key);
  if (held === undefined) return null;
  const { targetWeights, taxMethod } = held.formA;
  const isSame =
    taxMethod === asked.terms.taxMethod &&
    held.plan.settings.driftThreshold === asked.driftThreshold &&
    isDeepStrictEqual(targetWeights, asked.terms.targetWeights);
  return isSame ? held : null;
}

/** Returns the held plans of a portfolio, under any key. */
export function heldPlans({ rebalances }: HeldWorld, portfolioId: string): FormARebalance[] {
  return rebalances.listHeld(portfolioId).filter(isFormA);
}

/** Stores the held plan as a new rebalance, with orders that differ only in their ids. */
export function storeHeldPlan({ rebalances }: HeldWorld, unit: UnitOfWork, held: FormARebalance): PlannedRebalance {
  const rebalance: RebalanceRecord = {
    ...held,
    rebalanceId: unit.nextId('rb'),
    simulation: false,
    createdMs: unit.nowMs,
    updatedMs: unit.nowMs,
    formA: plainTerms(held.formA),
  };
  const { rebalanceId } = rebalance;
  const orders = rebalances
    .orders(held.rebalanceId)
    .map((order) => ({ ...order, orderId: unit.nextId('or'), rebalanceId }));
  rebalances.insert(rebalance, orders);
  releasePlan({ rebalances }, held);
  return { rebalance, orders };
}

/** Releases a plan, which remains a normal dry run. Must be called inside a unit of work. */
export function releasePlan({ rebalances }: HeldWorld, held: FormARebalance): void {
  rebalances.update({ ...held, formA: plainTerms(held.formA) });
}

function plainTerms({ targetWeights, taxMethod }: FormATerms): FormATerms {
  return { targetWeights, taxMethod };
}
