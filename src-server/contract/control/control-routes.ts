/**
 * Requests to the control plane, typed by the rows of its operations: `POST /clock/advance` takes that operation's
 * parameters, query and body, and has the response of its row. The rows are types here, so that a client loads no
 * schemas.
 */
import type { z } from 'zod';
import type { OperationShape, ParameterNames, Wire } from '../openapi/operation-types.ts';

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

type RowsOf<Table> = Table extends unknown ? Table[keyof Table] : never;
type RouteOf<Row> = Row extends { readonly method: infer M extends string; readonly path: infer P extends string }
  ? `${Uppercase<M>} ${P}`
  : never;

/** The rows by method and path, such as `GET /portfolios/{id}/history`. */
type ControlRows = { readonly [Row in RowsOf<Tables> as RouteOf<Row>]: Row };
export type ControlRoute = keyof ControlRows;

type ParameterTerms<Row> = Row extends { readonly path: infer Path extends string }
  ? [ParameterNames<Path>] extends [never]
    ? unknown
    : { readonly params: Readonly<Record<ParameterNames<Path>, string>> }
  : never;
type QueryValue = string | number | boolean | undefined;
type QueryTerms<Row> = Row extends { readonly query: infer Query extends z.ZodType }
  ? { readonly query?: { readonly [Name in keyof z.input<Query>]?: QueryValue } }
  : unknown;
type BodyTerms<Row> = Row extends { readonly body: infer Body }
  ? Body extends z.ZodType
    ? undefined extends z.input<Body>
      ? { readonly body?: z.input<Body> }
      : { readonly body: z.input<Body> }
    : { readonly body: Body extends 'text/csv' ? string : Buffer }
  : unknown;

/** Parameters, query and body of a request. */
type RowTerms<Row> = ParameterTerms<Row> & QueryTerms<Row> & BodyTerms<Row>;
/** The same as the last argument of a call, which may be left out if the request needs no values. */
export type LastTerms<Row> =
  Record<never, never> extends RowTerms<Row> ? [terms?: RowTerms<Row>] : [terms: RowTerms<Row>];

export type ControlTerms<Route extends ControlRoute> = RowTerms<ControlRows[Route]>;
export type TermsOf<Route extends ControlRoute> = LastTerms<ControlRows[Route]>;

export type ControlResponse<Route extends ControlRoute> = ControlRows[Route] extends OperationShape
  ? Wire<ControlRows[Route]>
  : never;

interface AnyTerms {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
}

/** Returns the method, the path with its parameters and query, and the body. `terms`: the values of the row. */
export function controlRequest(route: ControlRoute, terms: unknown) {
  const [method = '', pattern = ''] = route.split(' ');
  return { method, ...filledRequest(pattern, terms) };
}

/** `pattern`: a path with the names of its parameters in braces. */
export function filledRequest(pattern: string, terms: unknown) {
  const { params = {}, query = {}, body } = (terms ?? {}) as AnyTerms;
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return { path: pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`, body };
}
