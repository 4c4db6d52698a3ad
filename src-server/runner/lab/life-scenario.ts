/**
 * Converts a life of the lab to a scenario for full execution: a world with the seed of its path, in which the service
 * with its exchanges rebalances the portfolio at the instants and for the reasons of that life (decision P3).
 */
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import type { LinearSolver } from '../../domain/budget/linear-solver.ts';
import { invariant } from '../../domain/invariant.ts';
import { type LotPart, unitCostMicro } from '../../domain/lots/lot.ts';
import { takeLots } from '../../domain/lots/take-lots.ts';
import { fromMicro, fromMinor, valueMinor } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { constraintsData } from '../../engine/commands/portfolios/set-constraints.ts';
import { requestedSettings, requestedThresholdA } from '../../engine/policies/policy.ts';
import type { LabLife } from '../../lab/lab-life.ts';
import { type LifeCash, liveThrough } from '../../lab/live-through.ts';
import type { PricePath } from '../../lab/price-path.ts';
import { SimulatedPortfolio } from '../../lab/simulated-portfolio.ts';
import { scenarioText } from '../../scenario/recording/scenario-text.ts';
import { labWorldContents } from './lab-world-contents.ts';
import { simulateInFull } from './simulate-in-full.ts';

/** Events of a life other than those of the market. */
type LifeAct = LifeCash | { readonly atMs: number; readonly condition: number };

/** As YAML. */
export async function lifeScenario(life: LabLife, path: PricePath, solver: LinearSolver): Promise<string> {
  const { task, portfolio, policy } = life;
  const acts = await actsOf(life, path, solver);
  const name = `${portfolio.name} under ${policy.name}, path ${path.seed}`.slice(0, 200);
  const world = { ...labWorldContents(task), portfolios: [portfolioEntry(life, path)] };
  const head = { name, seed: path.seed, clock: formatInstant(task.fromMs), golden: 'none', world };
  return scenarioText(
    head,
    stepsOf(life, acts).map((step) => ({ comments: [], step: step as ScenarioStep })),
    [
      'A simulation of a lab run in full: rebalances at the times that the lab found, with orders filled by the exchanges.',
      `Between them the portfolio was checked every ${task.check}.`,
    ],
  );
}

async function actsOf(life: LabLife, path: PricePath, solver: LinearSolver): Promise<LifeAct[]> {
  const acts: LifeAct[] = [];
  const onAct = (act: LifeAct) => acts.push(act);
  if (life.task.execution === 'full') await simulateInFull(life, path, solver, onAct);
  else liveThrough(life, path, solver, onAct, onAct);
  return acts;
}

function stepsOf({ task, form, portfolio, policy }: LabLife, acts: readonly LifeAct[]): object[] {
  const steps: object[] = [];
  // A portfolio of Form A has none before its first rebalance.
  if (form === 'A') {
    const control = { method: 'POST', path: `${PORTFOLIO_PATH}/targets`, body: { targets: portfolio.targets } };
    steps.push({ title: 'Targets', control });
  }
  let nowMs = task.fromMs;
  const moveTo = (atMs: number) => {
    if (atMs > nowMs) steps.push({ advance: formatInstant(atMs) });
    nowMs = atMs;
  };
  for (const act of acts) {
    moveTo(act.atMs);
    steps.push('amountMinor' in act ? cashStep(act) : rebalanceStep(policy, form, act.condition));
  }
  moveTo(task.toMs);
  return steps;
}

const PORTFOLIO = '${portfolio}';
const PORTFOLIO_PATH = `/portfolios/${PORTFOLIO}`;
const REASONS = { drift: 'the band was left', calendar: 'a date of the policy', cash_flow: 'a cash flow' } as const;

/**
 * A client of the service cannot request a trade to the edge of a band; a bulk rebalance of one portfolio can, in
 * either form.
 */
function rebalanceStep({ name, terms }: LabLife['policy'], form: LabLife['form'], condition: number): object {
  const { drift, calendar } = terms.when[condition] ?? {};
  const reason = drift !== undefined ? 'drift' : calendar !== undefined ? 'calendar' : 'cash_flow';
  const body = {
    portfolio_ids: [PORTFOLIO],
    settings: { ...terms.settings, ...bandOf(terms, form, drift) },
    ...(terms.to === 'target' ? {} : { to: terms.to }),
    ...(terms.band_5_25 ? { band_5_25: true } : {}),
    execute: true,
  };
  return { title: `${name}: ${REASONS[reason]}`, control: { method: 'POST', path: '/bulk-rebalances', body } };
}

function bandOf(
  terms: LabLife['policy']['terms'],
  form: LabLife['form'],
  drift: NonNullable<LabLife['policy']['terms']['when'][number]>['drift'],
): object {
  if (terms.band_5_25) return {};
  if (form === 'A') return { drift_threshold: requestedThresholdA(terms, drift) };
  const { drift_threshold, band_type, rebalance_trigger } = requestedSettings(terms, drift);
  return { drift_threshold, band_type, rebalance_trigger };
}

/** A withdrawal of the last cash may exceed the cash by a cent here, and is refused then. */
function cashStep({ amountMinor, reason }: LifeCash): object {
  const body = { kind: amountMinor > 0 ? 'deposit' : 'withdrawal', amount: fromMinor(Math.abs(amountMinor)) };
  const title = reason === 'tax' ? 'Tax on realised gains' : 'Cash flow';
  const control = { method: 'POST', path: `${PORTFOLIO_PATH}/cash-flows`, body };
  return { title, control, expect: { status: [201, 400] } };
}

/** The portfolio at the start of the path. */
function portfolioEntry(life: LabLife, path: PricePath): object {
  const { record, targets } = life.portfolio;
  const start = new SimulatedPortfolio(life.portfolio, life.openLots(), life.viewAt(path, life.task.fromMs));
  const { currency, cashMinor } = record;
  const contents = {
    positions: positionsOf(start),
    ...(record.constraints === null ? {} : { constraints: constraintsData(record.constraints) }),
  };
  if (record.form === 'A') {
    const { name, taxJurisdiction: tax_jurisdiction, accountType: account_type, metadata } = record;
    const request = { name, currency, tax_jurisdiction, account_type, metadata };
    return { form: 'A', as: 'portfolio', request, cash: fromMinor(cashMinor), ...contents };
  }
  const { externalId: external_id, taxWrapper: tax_wrapper } = record;
  const request = { external_id, currency, tax_wrapper, targets, cash: fromMinor(cashMinor) };
  return { form: 'B', as: 'portfolio', request, ...contents };
}

function positionsOf({ positions, lots }: SimulatedPortfolio): object[] {
  const left = new Map(positions.map(({ isin }) => [isin, lots?.holding(isin).lots ?? []]));
  return positions.map(({ isin, mic, quantityMicro }) => {
    const position = { isin, exchange: mic, quantity: fromMicro(quantityMicro) };
    if (lots === null) return position;
    // If an instrument is at several exchanges, the first position has its oldest lots.
    const taken = takeLots(left.get(isin) ?? [], quantityMicro, 'FIFO');
    invariant(taken.kind === 'taken', 'positions hold as much as their lots');
    left.set(isin, taken.rest);
    return { ...position, lots: taken.parts.map(statedLot) };
  });
}

/** A part of a lot may have cost a cent more or less than its shares at the stated cost of one: its cost counts then. */
function statedLot({ quantityMicro, costMinor, acquiredMs, unitMicro }: LotPart): object {
  const isExact = unitMicro !== undefined && valueMinor(quantityMicro, unitMicro) === costMinor;
  return {
    quantity: fromMicro(quantityMicro),
    unit_cost: fromMicro(isExact ? unitMicro : unitCostMicro({ quantityMicro, costMinor })),
    acquired_at: formatInstant(acquiredMs ?? 0),
  };
}
