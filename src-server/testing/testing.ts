/**
 * `ballast/testing`: a simulated service for other people's tests, in their own process (docs/testing.md). The package's one
 * public module, so it names what is public, and nothing else.
 */

export type { ClockWire } from '../contract/clock.ts';
export type { FaultView } from '../contract/faults.ts';
export type { PortfolioA } from '../contract/form-a.ts';
export type { PortfolioB, RebalanceB } from '../contract/form-b.ts';
export type { JournalEntry, Verification } from '../contract/journal.ts';
export type { WorldEvent } from '../contract/records.ts';
export type { Fingerprint } from '../contract/session.ts';
export type { SinkRequestView } from '../contract/sinks.ts';
export type { StartOptions } from '../contract/test-server.ts';
export type { Trace } from '../contract/trace.ts';
export type { DeliverySummary, DeliveryView, WebhookEndpoint } from '../contract/webhooks.ts';
export type { PlayOutcome } from '../scenario/play-outcome.ts';
export {
  BallastError,
  BallastRequestError,
  BallastScenarioError,
  BallastStartError,
  BallastStoppedError,
  BallastVerificationError,
  BallastWaitError,
} from './ballast-errors.ts';
export type {
  Ballast,
  DeliveryFilter,
  Expectation,
  FaultHandle,
  FetchInit,
  MarketHands,
  NewPortfolioA,
  NewPortfolioB,
  Patience,
  SinkHands,
  WebhookType,
} from './ballast-handle.ts';
export type { PlayOptions } from './play-scenario.ts';
export { playScenario } from './play-scenario.ts';
export type { ConnectOptions } from './start-ballast.ts';
export { connectBallast, startBallast } from './start-ballast.ts';
