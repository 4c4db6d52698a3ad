/**
 * Requests as clients write them, typed by the rows of operations: the values that a row takes, and what it responds
 * with. The rows are types here, so that a client loads no schemas.
 */
import type { z } from 'zod';
import type { OperationShape, ParameterNames, Wire } from './operation-types.ts';

export type RowsOf<Table> = Table extends unknown ? Table[keyof Table] : never;
type RouteOf<Row> = Row extends { readonly method: infer M extends string; readonly path: infer P extends string }
  ? `${Uppercase<M>} ${P}`
  : never;

/** The rows by method and path, such as `GET /portfolios/{id}/history`. */
export type RowsByRoute<Rows> = { readonly [Row in Rows as RouteOf<Row>]: Row };

type ParameterTerms<Row> = Row extends { readonly path: infer Path extends string }
  ? [ParameterNames<Path>] extends [never]
    ? unknown
    : { readonly params: Readonly<Record<ParameterNames<Path>, string>> }
  : never;
type QueryTerms<Row> = Row extends { readonly query: infer Query extends z.ZodType }
  ? { readonly query?: { readonly [Name in keyof z.input<Query>]?: QueryValue<z.input<Query>[Name]> | undefined } }
  : unknown;
/** A query is text, in which a boolean is a word. */
type QueryValue<Value> = 'true' extends Value ? Value | boolean : Value;
type BodyTerms<Row> = Row extends { readonly body: infer Body }
  ? Body extends z.ZodType
    ? undefined extends z.input<Body>
      ? { readonly body?: z.input<Body> }
      : { readonly body: z.input<Body> }
    : { readonly body: Body extends 'text/csv' ? string : Buffer }
  : unknown;

/** Parameters, query and body of a request. */
export type RowTerms<Row> = ParameterTerms<Row> & QueryTerms<Row> & BodyTerms<Row>;
/** The JSON body alone. */
export type RowBody<Row> = Row extends { readonly body: infer Body extends z.ZodType } ? z.input<Body> : never;
/** All members of a body, each with a value. */
export type Filled<Body> = { readonly [Name in keyof Body]-?: Exclude<Body[Name], undefined> };
/**
 * The same as the last argument of a call, which may be left out if the request needs no values. `More`: what the
 * client itself takes.
 */
export type LastTerms<Row, More = unknown> =
  Record<never, never> extends RowTerms<Row> & More ? [terms?: RowTerms<Row> & More] : [terms: RowTerms<Row> & More];

/** An operation whose response is never JSON. */
export interface TextRow {
  readonly success: { readonly content: readonly string[] };
}
/** The JSON of a response, or its text. */
export type RowResponse<Row> = Row extends TextRow ? string : Row extends OperationShape ? Wire<Row> : never;

interface AnyTerms {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** Returns the method, the path with its parameters and query, and the body. `terms`: the values of the row. */
export function routeRequest(route: string, terms: unknown) {
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
