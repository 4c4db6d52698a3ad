/**
 * Requests to the control plane, typed by the rows of its operations: `POST /clock/advance` takes that operation's
 * parameters, query and body, and has the response of its row.
 */
import type { LastTerms, RowBody, RowResponse, RowsByRoute, RowsOf, RowTerms } from '../openapi/request-terms.ts';

type Tables =
  | typeof import('./accounts/account-operations.ts').accountOperations
  | typeof import('./accounts/key-operations.ts').keyOperations
  | typeof import('./explorer/explorer-operations.ts').explorerOperations
  | typeof import('./http-faults/stub-operations.ts').stubOperations
  | typeof import('./imports/import-operations.ts').importOperations
  | typeof import('./lab/lab-operations.ts').labOperations
  | typeof import('./market/corporate-action-operations.ts').corporateActionOperations
  | typeof import('./market/exchange-operations.ts').exchangeOperations
  | typeof import('./market/fault-operations.ts').faultOperations
  | typeof import('./market/market-operations.ts').marketOperations
  | typeof import('./portfolios/bulk-operations.ts').bulkOperations
  | typeof import('./portfolios/mifid-operations.ts').mifidOperations
  | typeof import('./portfolios/plan-operations.ts').planOperations
  | typeof import('./portfolios/portfolio-history-operations.ts').portfolioHistoryOperations
  | typeof import('./portfolios/portfolio-operations.ts').portfolioOperations
  | typeof import('./portfolios/rebalance-operations.ts').rebalanceOperations
  | typeof import('./scenarios/recording-operations.ts').recordingOperations
  | typeof import('./scenarios/scenario-operations.ts').scenarioOperations
  | typeof import('./scenarios/sweep-operations.ts').sweepOperations
  | typeof import('./webhooks/sink-operations.ts').sinkOperations
  | typeof import('./webhooks/webhook-operations.ts').webhookOperations
  | typeof import('./world/clock-operations.ts').clockOperations
  | typeof import('./world/health-operations.ts').healthOperations
  | typeof import('./world/history-operations.ts').historyOperations
  | typeof import('./world/preference-operations.ts').preferenceOperations
  | typeof import('./world/record-operations.ts').recordOperations
  | typeof import('./world/session-operations.ts').sessionOperations
  | typeof import('./world/snapshot-operations.ts').snapshotOperations
  | typeof import('./world/storage-operations.ts').storageOperations
  | typeof import('./world/trace-operations.ts').traceOperations
  | typeof import('./worlds/worlds-operations.ts').worldsOperations;

/** The rows by method and path. */
export type ControlRows = RowsByRoute<RowsOf<Tables>>;
export type ControlRoute = keyof ControlRows;

export type ControlTerms<Route extends ControlRoute> = RowTerms<ControlRows[Route]>;
export type TermsOf<Route extends ControlRoute> = LastTerms<ControlRows[Route]>;
/** The JSON body of a request, as a client may write it. */
export type ControlBody<Route extends ControlRoute> = RowBody<ControlRows[Route]>;
export type ControlResponse<Route extends ControlRoute> = RowResponse<ControlRows[Route]>;
