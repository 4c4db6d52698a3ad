/**
 * Finds the plan with the largest objective by branch and bound over the rows' segments and the number of orders, best
 * bound first. Deterministic: it ends with a proof, at the accepted gap, or after a number of nodes.
 */

import { branch, fixedByReducedCosts } from './branching.ts';
import type { CompiledProblem } from './compile-problem.ts';
import { LagrangianRelaxation } from './lagrangian-relaxation.ts';
import { type FeasiblePlan, noTradeObjective } from './plan-values.ts';
import { neighbours, roundings } from './primal-heuristics.ts';
import type { RelaxationSolution, WarmStart } from './relaxation-solution.ts';
import type { SegmentChoices } from './row-subproblem.ts';
import { type BoundedNode, boundNode, rootNode } from './search-node.ts';

export interface SearchLimits {
  /** The relative gap to aim for in the first `targetGapNodes` nodes, and the one to accept after them. */
  readonly targetGap: number;
  readonly targetGapNodes: number;
  readonly acceptedGap: number;
  readonly maxNodes: number;
}

interface SearchResult {
  /** `null` if no plan is better than trading nothing. */
  readonly plan: FeasiblePlan | null;
  /** Upper bound: no plan within the budget has a larger objective. */
  readonly bound: number;
  /** The root relaxation's multiplier of the budget and its prices of a unit. */
  readonly shadowPrice: number;
  readonly prices: RelaxationSolution['prices'];
}

export function branchAndBound(compiled: CompiledProblem, limits: SearchLimits): SearchResult {
  const noTrade = noTradeObjective(compiled.problem);
  const none = { plan: null, bound: noTrade, shadowPrice: 0, prices: { buys: 0, sells: 0 } };
  const { choices } = rootNode(compiled);
  const roughMinor = ROUGH_TOLERANCE * objectiveCeiling(compiled);
  const first = new LagrangianRelaxation(compiled, { choices, toleranceMinor: roughMinor }).relax();
  if (first === null) return none;
  const targetMinor = limits.targetGap * (first.bound - noTrade);
  const toleranceMinor = Math.max(BOUND_TOLERANCE * targetMinor, BOUND_TOLERANCE * negligibleMinor(compiled));
  const root = boundNode(
    compiled,
    { ...rootNode(compiled), warmStart: first.warmStart },
    { bound: first.bound, cutoff: Number.NEGATIVE_INFINITY, toleranceMinor, multiplierRounds: 0 },
  );
  if (root === null) return none;
  const search: Search = {
    compiled,
    noTrade,
    toleranceMinor,
    tried: new Set(),
    objective: noTrade,
    incumbent: null,
    choices: null,
  };
  const bound = closeGap(search, root, limits);
  const shadowPrice = exactShadowPrice(compiled, root, PRICE_TOLERANCE * (first.bound - noTrade));
  const { prices } = root.relaxation;
  return { plan: search.incumbent, bound: Math.max(bound, search.objective), shadowPrice, prices };
}

/** The tolerance of the first bound as a fraction of the objective's ceiling; of the others, of the target gap. */
const ROUGH_TOLERANCE = 1e-6;
const BOUND_TOLERANCE = 0.05;
/** The tolerance of a plan as a fraction of the tolerance of bounds. */
const PLAN_TOLERANCE = 0.2;
/**
 * A flat dual function leaves its minimiser uncertain, so the shadow price needs this fraction of the removable drift.
 */
const PRICE_TOLERANCE = 1e-11;

function objectiveCeiling({ buys, problem }: CompiledProblem): number {
  const boughtMinor = buys.rows.reduce((sum, row) => sum + (row.at(-1)?.high ?? 0), 0);
  return boughtMinor + Math.abs(problem.cashMinor - problem.targetCashMinor);
}

function exactShadowPrice(
  compiled: CompiledProblem,
  { choices, warmStart }: BoundedNode,
  toleranceMinor: number,
): number {
  return new LagrangianRelaxation(compiled, { choices, toleranceMinor, warmStart }).shadowPrice();
}

interface Search {
  readonly compiled: CompiledProblem;
  readonly noTrade: number;
  readonly toleranceMinor: number;
  /** The choices for which a plan was already made. */
  readonly tried: Set<string>;
  /** The incumbent, i.e. the best plan so far, with its objective and its choices. */
  objective: number;
  incumbent: FeasiblePlan | null;
  choices: SegmentChoices | null;
}

/** Processes nodes until the best bound is within the gap of the incumbent; returns the bound that then holds. */
function closeGap(search: Search, root: BoundedNode, limits: SearchLimits): number {
  const { compiled, toleranceMinor } = search;
  const open = [root];
  let prunedBound = Number.NEGATIVE_INFINITY;
  let improved: SegmentChoices | null = null;
  for (let nodes = 0; open.length > 0 && nodes < limits.maxNodes; nodes += 1) {
    const node = takeBest(open);
    const gap = nodes < limits.targetGapNodes ? limits.targetGap : limits.acceptedGap;
    const allowedMinor = Math.max(gap * (node.bound - search.noTrade), negligibleMinor(compiled));
    if (node.bound - search.objective <= allowedMinor) return Math.max(node.bound, prunedBound);
    for (const choices of roundings(node.choices, node.relaxation)) tryChoices(search, choices, node.warmStart);
    for (let round = 0; nodes > 0 && round < LOCAL_SEARCH_ROUNDS && search.choices !== improved; round += 1) {
      improved = search.choices;
      searchNeighbours(search, root);
    }
    const cutoff = search.objective + PRUNE_AT * allowedMinor;
    prunedBound = Math.max(prunedBound, cutoff);
    if (node.bound <= cutoff) continue;
    const children = branch(compiled, { ...node, choices: fixedByReducedCosts(node, cutoff) });
    // If every choice is made there is nothing left to branch on, even if the plan is below the bound.
    if (children.length === 0) prunedBound = Math.max(prunedBound, node.bound);
    const terms = { bound: node.bound, cutoff, toleranceMinor, multiplierRounds: nodes < EASY_NODES ? 0 : 1 };
    for (const child of children) {
      const bounded = boundNode(compiled, child, terms);
      if (bounded !== null) open.push(bounded);
    }
  }
  return open.reduce((most, { bound }) => Math.max(most, bound), prunedBound);
}

const LOCAL_SEARCH_ROUNDS = 4;
/** Most problems are solved within this many nodes; beyond them better bounds are worth their time. */
const EASY_NODES = 40;
/** A node is pruned if its bound is above the incumbent by no more than this fraction of the allowed gap. */
const PRUNE_AT = 0.9;

/** Returns the difference in drift that is not worth a search. */
function negligibleMinor({ problem }: CompiledProblem): number {
  return NEGLIGIBLE * problem.minOrderMinor;
}

const NEGLIGIBLE = 0.01;

/** Takes the node with the largest bound out of the list; of equal bounds the latest, which is the deepest. */
function takeBest(open: BoundedNode[]): BoundedNode {
  let best = open.length - 1;
  for (let index = best - 1; index >= 0; index -= 1) {
    if ((open[index] as BoundedNode).bound > (open[best] as BoundedNode).bound) best = index;
  }
  return open.splice(best, 1)[0] as BoundedNode;
}

function searchNeighbours(search: Search, root: BoundedNode): void {
  if (search.choices === null) return;
  const { reducedCosts } = root.relaxation;
  for (const choices of neighbours(search.compiled, search.choices, reducedCosts)) {
    tryChoices(search, choices, root.warmStart);
  }
}

/** Makes the best plan with these choices, which becomes the incumbent if it is better. */
function tryChoices(search: Search, choices: SegmentChoices, warmStart: WarmStart | null): void {
  const key = `${choices.buys.join()} ${choices.sells.join()}`;
  if (search.tried.has(key)) return;
  search.tried.add(key);
  const toleranceMinor = PLAN_TOLERANCE * search.toleranceMinor;
  const terms = { choices, toleranceMinor, cutoff: search.objective, warmStart };
  const plan = new LagrangianRelaxation(search.compiled, terms).plan();
  if (plan === null || plan.figures.objective <= search.objective) return;
  search.objective = plan.figures.objective;
  search.incumbent = plan;
  search.choices = choices;
}
