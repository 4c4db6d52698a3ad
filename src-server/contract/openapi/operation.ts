/** One operation: the row from which its route is registered and its entry in every OpenAPI document is written. */
import { z } from 'zod';
import type { ErrorCode } from '../service/errors.ts';

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The content of a response or a body: a schema for JSON, or another media type. */
export type Content =
  | z.ZodType
  | 'text/csv'
  | 'text/javascript'
  | 'text/event-stream'
  | 'text/html'
  | 'text/yaml'
  | 'application/x-ndjson'
  | 'application/zip'
  | 'application/octet-stream';

export interface Operation {
  /** Its name in clients, examples and links: unique over all documents that share a base. */
  readonly id: string;
  readonly method: (typeof METHODS)[number];
  /** Path below the base, with the parameters' names in braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Its sources: sections of the specification, labels of docs/interface-decisions. */
  readonly source: string;
  /** Descriptions of the path's parameters. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType | 'text/csv' | 'application/zip';
  /**
   * How a JSON body is read, unless it has at most 1 MiB and is stored with its request. `large`: up to 16 MiB;
   * `archive`: up to 16 MiB, and not stored; `optional`: it may be left out.
   */
  readonly bodyReading?: 'large' | 'archive' | 'optional';
  /**
   * False: `instant` mode does not run on after it, because it changes nothing in the world or moves the clock itself.
   */
  readonly runsOn?: false;
  readonly success: {
    readonly status: 200 | 201 | 202;
    readonly description: string;
    readonly content: readonly Content[];
    readonly headers?: readonly (
      | 'Idempotency-Replayed'
      | 'Content-Disposition'
      | 'Cache-Control'
      | 'X-Accel-Buffering'
    )[];
  };
  /** A second response of the same content, distinguished by its status. */
  readonly otherwise?: { readonly status: 200 | 201 | 202 | 503; readonly description: string };
  /** The messages of a stream: OpenAPI 3.1 cannot describe them, so the document only names them. */
  readonly messages?: readonly z.ZodType[];
  /** Description of responses with any other status. */
  readonly otherResponses?: string;
  /** In addition to those of every operation of its base. */
  readonly errors?: readonly ErrorCode[];
  /** True if no key or token is needed. */
  readonly isOpen?: true;
  /** True if it precedes every world, and so has no request id (decision A20). */
  readonly isProbe?: true;
  /**
   * `server`: it is not limited to one world (files, commands, other worlds, runs apart from them), so it refuses the
   * token of a world (decision N3). Left out: it accepts the token of its world.
   */
  readonly access?: 'server';
}

/** An operation without its name in the table of a feature. */
type OperationRow = Omit<Operation, 'id'>;

/** Returns the operations of one feature by their ids, in the order of the documents. */
export function operations<const Rows extends Readonly<Record<string, OperationRow>>>(rows: Rows) {
  const named = Object.entries(rows).map(([id, row]) => [id, { ...row, id }]);
  return Object.fromEntries(named) as { readonly [Id in keyof Rows & string]: Rows[Id] & { readonly id: Id } };
}

/** Returns the operations of a feature that is not limited to one world: they refuse the token of a world. */
export function serverOperations<const Rows extends Readonly<Record<string, OperationRow>>>(rows: Rows) {
  const named = Object.entries(rows).map(([id, row]) => [id, { ...row, id, access: 'server' }]);
  return Object.fromEntries(named) as {
    readonly [Id in keyof Rows & string]: Rows[Id] & { readonly id: Id; readonly access: 'server' };
  };
}

/** One operation on its own. */
export function operation<const Id extends string, const Row extends OperationRow>(id: Id, row: Row) {
  return { ...row, id };
}

/** The document itself; the same on every base. */
export const documentOperation = operation('getOpenApiDocument', {
  method: 'get',
  path: '/openapi.json',
  tag: 'Documentation',
  summary: 'Read this document',
  description: 'Returns the OpenAPI 3.1 document of this base, generated from the schemas that validate requests.',
  source: 'decision L29',
  success: {
    status: 200,
    description: 'An OpenAPI 3.1 document.',
    content: [
      z
        .looseObject({ openapi: z.string().describe('Version of OpenAPI: `3.1.0`.') })
        .meta({ id: 'OpenApiDocument', description: 'An OpenAPI 3.1 document.' }),
    ],
  },
  isOpen: true,
});
