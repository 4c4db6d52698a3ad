/** The port through which a scenario speaks to its world: real requests, and a hand on the clock. */
import type { LoggedEvent } from '../kernel/event-chain.ts';

export interface ScenarioAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface ScenarioHost {
  /** Ids of the named portfolios of the scenario's world. */
  readonly aliases: ReadonlyMap<string, string>;
  request(form: 'A' | 'B' | 'both', method: string, path: string, body: unknown): Promise<ScenarioAnswer>;
  /** A request to the control plane; `path` below `/sim`. */
  control(method: string, path: string, body: unknown): Promise<ScenarioAnswer>;
  nowMs(): number;
  /** When the next thing is due, or `null` when nothing is pending. */
  nextDueMs(): number | null;
  /** Resolves once virtual time is `targetMs` and every webhook due by then was answered. */
  advanceTo(targetMs: number): Promise<void>;
  /** How many webhooks of a type a receiver took. */
  countDelivered(type: string): number;
  /** The status of a rebalance of either form, or `null` where there is none. */
  rebalanceStatus(rebalanceId: string): string | null;
  events(): readonly LoggedEvent[];
  stop(): Promise<void>;
}
