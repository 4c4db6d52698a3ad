/**
 * The handler of an operation: a function from the request, as its row parses it, to a response. Handlers are
 * independent of HTTP; `add-operations.ts` calls them and sends their results. A test can call each with the services
 * that it names.
 */
import type { z } from 'zod';
import type { OperationShape, ParameterNames, Wire } from '../../contract/openapi/operation-types.ts';
import type { Refusal, ValidationIssue } from '../../engine/outcome.ts';
import type { Caller } from './request-context.ts';

/** The sender of a request, and whether it still waits for a response. */
export interface Client {
  /** The account of the API key (`/v1`); empty under `/sim`. */
  readonly accountId: string;
  /** The credentials sent to the control plane; `null`: none yet. */
  readonly caller: Caller | null;
  /** True if the `Accept` header prefers `text/csv` to JSON. */
  prefersCsv(): boolean;
  hasLeft(): boolean;
  /** Calls `run` when the connection closes, also after the response. */
  onceLeft(run: () => void): void;
  /**
   * Restarts the command of this request: after work apart from the world, or with a body other than the received one
   * (recordings store it).
   */
  beginCommand(body?: string): void;
}

type Row = OperationShape;

type Params<R extends { readonly path: string }> = Readonly<Record<ParameterNames<R['path']>, string>>;
type Query<R> = R extends { readonly query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
type Body<R> = R extends { readonly body: infer B }
  ? B extends z.ZodType
    ? z.output<B>
    : B extends 'text/csv'
      ? string
      : Buffer
  : undefined;
type FileType<R extends Row> = Extract<R['success']['content'][number], string>;

/** A request as the row of its operation parses it; a query or body that it does not define is `undefined`. */
interface Call<R extends Row> {
  readonly params: Params<R>;
  readonly query: Query<R>;
  readonly body: Body<R>;
  /** Virtual time, after everything that was due by then has run. */
  readonly nowMs: number;
  readonly client: Client;
}

interface ReplyTerms {
  /** Left out: the status of the row. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** False if `instant` mode must not run on after a command: it changed nothing, or has run on already. */
  readonly runsOn?: boolean;
  /** How the request repeats an idempotency key, for the journal (`engine/key-reuse.ts`). */
  readonly keyReuse?: string | null;
}

export interface JsonReply<T> extends ReplyTerms {
  readonly ok: true;
  readonly value: T;
}

/** JSON that is already text. */
interface TextReply extends ReplyTerms {
  readonly ok: true;
  readonly text: string;
}

export interface FileReply<Type extends string = string> extends ReplyTerms {
  readonly ok: true;
  readonly file: {
    readonly type: Type;
    /** The name under which a browser saves it; left out: it is shown. */
    readonly name?: string;
    readonly contents: string | Buffer | AsyncIterable<string>;
  };
}

type Reply<R extends Row> = JsonReply<Wire<R>> | TextReply | FileReply<FileType<R> | 'application/json'> | Refusal;

type Handle<R extends Row, Services> = (call: Services & Call<R>) => Reply<R> | Promise<Reply<R>>;

/** A handler function, or an object with further functions for its body. */
export type Handler<R extends Row, Services> =
  | Handle<R, Services>
  | {
      /** Responds before the body is validated; `null`: `handle` does. */
      readonly handleUnread?: (call: Services & Omit<Call<R>, 'body'> & { readonly body: unknown }) => Reply<R> | null;
      /**
       * Returns what a command would refuse in a body that failed validation, so that one response names every issue.
       */
      readonly findMore?: (services: Services, unread: unknown) => readonly ValidationIssue[];
      readonly handle: Handle<R, Services>;
    };

/** A handler of any row: that row parses its request, so only the row knows its types. */
export interface AnyHandler<Services> {
  handleUnread?(call: Services & AnyCall): AnyReply | null;
  findMore?(services: Services, unread: unknown): readonly ValidationIssue[];
  handle(call: Services & AnyCall): AnyReply | Promise<AnyReply>;
}

export interface AnyCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly nowMs: number;
  readonly client: Client;
}

export type AnyReply = JsonReply<unknown> | TextReply | FileReply | Refusal;

/** One handler for each row: a row without one does not compile. */
export type Handlers<Rows extends Readonly<Record<string, Row>>, Services> = {
  readonly [Id in keyof Rows]: Handler<Rows[Id], Services>;
};

/** Returns the response with a file that a browser saves as `name`. */
export function fileReply<const Type extends string>(
  type: Type,
  name: string,
  contents: FileReply['file']['contents'],
): FileReply<Type> {
  return { ok: true, file: { type, name, contents } };
}

/** Returns the response with a page that a browser shows. */
export function pageReply(contents: string): FileReply<'text/html'> {
  return { ok: true, file: { type: 'text/html', contents } };
}
