/** How a plan is previewed, created, executed and dropped in each form. */
import type { PortfolioView, RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { BrowserSession } from '../../../../src-server/contract/control/world/session.ts';
import {
  cancelPlan,
  createPlan,
  executePlan,
  previewRebalance,
  readRebalance,
  releasePreview,
  type StartedA,
  startRebalanceA,
} from '../../../api/rebalances-api.ts';
import { type PlanParameters, planRequest, rebalanceRequestA } from '../../../components/plan/plan-parameters.ts';

export interface PlanApi {
  /** A dry run: changes nothing, is not billed. */
  look(parameters: PlanParameters, signal: AbortSignal): Promise<RebalanceView>;
  /** Creates the plan to be confirmed. */
  make(parameters: PlanParameters): Promise<RebalanceView>;
  /** Executes exactly the plan that was created with these parameters. */
  execute(made: RebalanceView, parameters: PlanParameters): Promise<StartedA>;
  drop(made: RebalanceView): Promise<unknown>;
}

/** `key`: idempotency key under which a plan of Form A is held and executed. */
export function planApi(session: BrowserSession, { portfolio_id: id, form }: PortfolioView, key: string): PlanApi {
  return form === 'A' ? apiOfA(session, id, key) : apiOfB(session, id);
}

/** The service returns only the plan; the control plane adds its explanation. */
function apiOfB(session: BrowserSession, portfolioId: string): PlanApi {
  const plan = async (parameters: PlanParameters, isDryRun: boolean, signal?: AbortSignal) => {
    const { rebalance_id: id } = await createPlan(session, planRequest(portfolioId, parameters, isDryRun), signal);
    return readRebalance(id, signal);
  };
  return {
    look: (parameters, signal) => plan(parameters, true, signal),
    make: (parameters) => plan(parameters, false),
    async execute({ rebalance: { rebalance_id: rebalanceId } }) {
      await executePlan(session, rebalanceId);
      return { rebalanceId, isReplay: false };
    },
    drop: ({ rebalance }) => cancelPlan(session, rebalance.rebalance_id),
  };
}

/** Form A plans and executes in one request: the plan to be confirmed is held for it (decision L94). */
function apiOfA(session: BrowserSession, portfolioId: string, key: string): PlanApi {
  const request = (parameters: PlanParameters, reservedFor: string | null) =>
    rebalanceRequestA(parameters, parameters.targetWeights ?? {}, reservedFor);
  return {
    look: (parameters, signal) => previewRebalance(portfolioId, request(parameters, null), signal),
    make: (parameters) => previewRebalance(portfolioId, request(parameters, key)),
    execute: (_made, parameters) => startRebalanceA(session, portfolioId, request(parameters, key)),
    drop: () => releasePreview(portfolioId),
  };
}
