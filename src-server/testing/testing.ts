/**
 * `ballast/testing`: a simulated service for other people's tests, in their own process (docs/testing.md). It is the
 * package's one public module and exports what is public.
 */

export type {
  CoverageCell,
  ExplorationFinding,
  ExplorationReport,
  VerdictKind,
} from '../contract/control/explorer/explorations.ts';
export type { UnmetFault } from '../contract/control/http-faults/unmet-faults.ts';
export type { FaultView } from '../contract/control/market/faults.ts';
export type { SinkRequestView } from '../contract/control/webhooks/sinks.ts';
export type { DeliverySummary, DeliveryView, WebhookEndpoint } from '../contract/control/webhooks/webhooks.ts';
export type { ClockWire } from '../contract/control/world/clock.ts';
export type { JournalEntry, Verification } from '../contract/control/world/journal.ts';
export type { WorldEvent } from '../contract/control/world/records.ts';
export type { Fingerprint } from '../contract/control/world/session.ts';
export type { StartOptions } from '../contract/control/world/test-server.ts';
export type { Trace } from '../contract/control/world/trace.ts';
export type { PortfolioA } from '../contract/service/form-a.ts';
export type { PortfolioB, RebalanceB } from '../contract/service/form-b.ts';
export type { EventType } from '../domain/events/event-catalogue.ts';
export type { PlayOutcome } from '../scenario/run/play-outcome.ts';
export {
  BallastArgumentError,
  BallastError,
  BallastExplorationError,
  BallastRequestError,
  BallastScenarioError,
  BallastStartError,
  BallastStoppedError,
  BallastUnmetError,
  BallastVerificationError,
  BallastWaitError,
} from './ballast-errors.ts';
export type {
  Ballast,
  DeliveryFilter,
  Expectation,
  FaultHandle,
  FetchInit,
  MarketClient,
  NewPortfolioA,
  NewPortfolioB,
  Patience,
  SinkClient,
  WebhookType,
} from './ballast-handle.ts';
export type { ExploreOptions } from './explore-client.ts';
export { exploreClient } from './explore-client.ts';
export type { PlayOptions } from './play-scenario.ts';
export { playScenario } from './play-scenario.ts';
export type { ConnectOptions } from './start-ballast.ts';
export { connectBallast, startBallast } from './start-ballast.ts';
export type { NewWorld } from './worlds-handle.ts';
