/**
 * Runs a YAML language server in its own process, as editors do: it speaks the Language Server Protocol (JSON-RPC 2.0
 * with headers) over stdio. It knows the schemas of the package's fixtures and uses no network.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../src-server/system/package-root.ts';

export interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

export interface LanguageServer {
  /** Resolves with the server's diagnostics of a text, once it has validated it. The file need not exist. */
  diagnose(path: string, text: string): Promise<readonly Diagnostic[]>;
  /** Resolves with the completions at `|` in a text: labels, in the order in which they are offered. */
  complete(text: string): Promise<readonly string[]>;
  /** Resolves with the description of the word at `|`; empty: none. */
  hover(text: string): Promise<string>;
  end(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const CURSOR = '|';

/** `schema`: path of the schema of all texts. Rejects if the server cannot be started. */
export async function startLanguageServer(schema: string): Promise<LanguageServer> {
  const root = packageRoot();
  const child = spawn(process.execPath, [
    join(root, 'node_modules/yaml-language-server/bin/yaml-language-server'),
    '--stdio',
  ]);
  const speech = await greet(child, schema);
  let opened = 0;
  const open = (path: string, text: string): string => {
    const uri = pathToFileURL(path).href;
    speech.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
    return uri;
  };
  const askAt = async (method: string, marked: string): Promise<unknown> => {
    const at = marked.indexOf(CURSOR);
    const before = marked.slice(0, at).split('\n');
    opened += 1;
    const uri = open(join(root, `test/editor/opened-${opened}.yaml`), marked.slice(0, at) + marked.slice(at + 1));
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const response = await speech.ask(method, { textDocument: { uri }, position });
    speech.tell('textDocument/didClose', { textDocument: { uri } });
    return response;
  };
  return {
    async diagnose(path, text) {
      const uri = pathToFileURL(path).href;
      const published = speech.heard(
        'textDocument/publishDiagnostics',
        (params) => (params as { uri: string }).uri === uri,
      );
      open(path, text);
      const { diagnostics } = (await published) as { readonly diagnostics: readonly Diagnostic[] };
      speech.tell('textDocument/didClose', { textDocument: { uri } });
      return diagnostics;
    },
    async complete(text) {
      const response = (await askAt('textDocument/completion', text)) as {
        readonly items: readonly { label: string }[];
      };
      return response.items.map(({ label }) => label);
    },
    async hover(text) {
      const response = (await askAt('textDocument/hover', text)) as {
        readonly contents: { readonly value: string };
      } | null;
      return response?.contents.value ?? '';
    },
    async end() {
      await speech.ask('shutdown', null);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      speech.tell('exit', undefined);
      await ended;
    },
  };
}

/** Resolves once the server has its settings: earlier requests are handled without the schema. */
async function greet(child: ChildProcessWithoutNullStreams, schema: string): Promise<Speech> {
  const isConfigured = Promise.withResolvers<void>();
  const speech = converse(child, {
    // The server requests its settings by section, and nothing else that needs a response.
    'workspace/configuration': (params) => {
      isConfigured.resolve();
      const { items } = params as { readonly items: readonly { readonly section?: string }[] };
      const settings = {
        schemas: { [pathToFileURL(schema).href]: '*' },
        validate: true,
        completion: true,
        hover: true,
        schemaStore: { enable: false },
      };
      return items.map(({ section }) => (section === 'yaml' ? settings : {}));
    },
  });
  await speech.ask('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(packageRoot()).href,
    capabilities: {
      workspace: { configuration: true },
      textDocument: {
        completion: { completionItem: { snippetSupport: true } },
        hover: { contentFormat: ['markdown'] },
      },
    },
  });
  speech.tell('initialized', {});
  await isConfigured.promise;
  return speech;
}

type Speech = ReturnType<typeof converse>;
type Handlers = Readonly<Record<string, (params: unknown) => unknown>>;

/**
 * Exchanges messages with a server: our requests, and the server's. All pending calls wait until it ends, or reject.
 */
function converse(child: ChildProcessWithoutNullStreams, responses: Handlers) {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const waiting = new Set<{
    method: string;
    is: (params: unknown) => boolean;
    notified: PromiseWithResolvers<unknown>;
  }>();
  let errors = '';
  let lastId = 0;
  const send = (message: Message) => {
    const content = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`);
  };
  const handleMessage = ({ id, method, params, result, error }: Message) => {
    if (method !== undefined && id !== undefined) send({ id, result: responses[method]?.(params) ?? null });
    else if (method !== undefined) {
      for (const each of waiting) {
        if (each.method !== method || !each.is(params)) continue;
        waiting.delete(each);
        each.notified.resolve(params);
      }
    } else if (error !== undefined) pending.get(id ?? 0)?.reject(new Error(error.message));
    else pending.get(id ?? 0)?.resolve(result);
  };
  child.stdout.on('data', messagesOf(handleMessage));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.on('exit', (code) => {
    const failure = new Error(`the language server ended with ${code}: ${errors}`);
    for (const { reject } of [...pending.values(), ...[...waiting].map(({ notified }) => notified)]) reject(failure);
  });
  return {
    async ask(method: string, params: unknown): Promise<unknown> {
      lastId += 1;
      const id = lastId;
      const response = Promise.withResolvers<unknown>();
      pending.set(id, response);
      send({ id, method, params });
      return await response.promise.finally(() => pending.delete(id));
    },
    tell(method: string, params: unknown): void {
      send({ method, params });
    },
    /** The next notification of a kind. */
    heard(method: string, is: (params: unknown) => boolean): Promise<unknown> {
      const notified = Promise.withResolvers<unknown>();
      waiting.add({ method, is, notified });
      return notified.promise;
    },
  };
}

/** Splits a stream into messages: a header with a length in bytes, an empty line, JSON. */
function messagesOf(handleMessage: (message: Message) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = rest.indexOf('\r\n\r\n');
      const [, length] = /Content-Length: (\d+)/i.exec(rest.subarray(0, Math.max(0, head)).toString('latin1')) ?? [];
      const from = head + 4;
      if (head === -1 || length === undefined || rest.length < from + Number(length)) return;
      const content = rest.subarray(from, from + Number(length)).toString('utf8');
      rest = rest.subarray(from + Number(length));
      handleMessage(JSON.parse(content) as Message);
    }
  };
}
