/** Calls operations by name and stores the first request and response of each, as an example for the documents. */
import type { DocumentName } from '../../src-server/contract/openapi/bases.ts';
import { DOCUMENTS } from '../../src-server/contract/openapi/documents.ts';
import type { Example } from '../../src-server/contract/openapi/examples.ts';
import type { Operation } from '../../src-server/contract/openapi/operation.ts';
import type { Caller, TestResponse } from '../support/start-ballast.ts';
import { untilOver } from '../support/until-over.ts';

export interface CallInput {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, text that is sent as CSV, or the bytes of a zip archive. */
  readonly body?: unknown;
}

export class Recorder {
  readonly name: DocumentName;
  readonly examples: Record<string, Example> = {};
  readonly #caller: Caller;

  constructor(name: DocumentName, caller: Caller) {
    this.name = name;
    this.#caller = caller;
  }

  /** Calls an operation and returns its response, whatever it is; stores it if it was meant to succeed. */
  async call(id: string, input: CallInput = {}): Promise<TestResponse> {
    const response = await this.#ask(id, input);
    this.#keep(id, input, response);
    return response;
  }

  /** Repeats the call until the expected body is returned, and stores that. */
  async until(id: string, input: CallInput, isMeant: (body: Readonly<Record<string, unknown>>) => boolean) {
    const response = await untilOver(
      () => this.#ask(id, input),
      ({ text }) => isMeant(JSON.parse(text)),
    );
    this.#keep(id, input, response);
  }

  #ask(id: string, { parameters = {}, query = {}, body }: CallInput): Promise<TestResponse> {
    const operation = this.#operation(id);
    const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(parameters[name] ?? ''),
    );
    const search = new URLSearchParams(query).toString();
    return this.#caller.send(
      operation.method.toUpperCase(),
      search === '' ? path : `${path}?${search}`,
      body === undefined ? {} : sentAs(body),
    );
  }

  #keep(id: string, { parameters = {}, query = {}, body }: CallInput, response: TestResponse): void {
    if (response.status !== this.#operation(id).success.status) return;
    // Files are no part of the documents.
    const request = body === undefined || body instanceof Uint8Array ? {} : { request: body };
    this.examples[id] ??= {
      parameters,
      query,
      ...request,
      response: isJson(response) ? JSON.parse(response.text) : null,
    };
  }

  #operation(id: string): Operation {
    const operation = DOCUMENTS[this.name].operations.find((each) => each.id === id);
    if (operation === undefined) throw new Error(`the document ${this.name} has no operation ${id}`);
    return operation;
  }

  /** The same, for calls that must succeed; returns the body. */
  async take<T = Readonly<Record<string, string>>>(id: string, input: CallInput = {}): Promise<T> {
    const response = await this.call(id, input);
    if (response.status >= 300) throw new Error(`${id} answered ${response.status}: ${response.text}`);
    return (isJson(response) ? JSON.parse(response.text) : {}) as T;
  }
}

export function sentAs(body: unknown): { headers: Record<string, string>; body: BodyInit } {
  if (typeof body === 'string') return { headers: { 'content-type': 'text/csv' }, body };
  if (body instanceof Uint8Array) return { headers: { 'content-type': 'application/zip' }, body: new Uint8Array(body) };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function isJson({ headers }: TestResponse): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true;
}
