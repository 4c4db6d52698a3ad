/** A reader of `GET /sim/stream` over a plain socket: sees every block as it was sent, and can stop reading. */
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { TestServer } from '../../support/start-ballast.ts';

export interface Message {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

export interface StreamClient {
  /** The next message, whatever it is; rejects when the stream has ended. */
  next(): Promise<Message>;
  /** The next message of this name; others are skipped. */
  nextOf(event: string): Promise<Message>;
  /** Messages until one of this name, including it. */
  until(event: string): Promise<Message[]>;
  readonly response: IncomingMessage;
  close(): void;
}

export function openStream(server: TestServer, query = '', lastId: string | null = null): Promise<StreamClient> {
  const { controlUrl, adminToken } = server.ballast;
  return openStreamAt(`${controlUrl}/stream${query}`, lastId, { authorization: `Bearer ${adminToken}` });
}

export async function openStreamAt(
  url: string,
  lastId: string | null = null,
  authority: Record<string, string> = {},
): Promise<StreamClient> {
  const headers = lastId === null ? authority : { ...authority, 'last-event-id': lastId };
  const request: ClientRequest = httpRequest(url, { headers });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the stream answered ${response.statusCode}`);
  response.setEncoding('utf8');
  const blocks = blocksOf(response);
  const next = async (): Promise<Message> => {
    const { value, done } = await blocks.next();
    if (done === true) throw new Error('the stream ended');
    return value;
  };
  const until = async (event: string): Promise<Message[]> => {
    const messages: Message[] = [];
    do messages.push(await next());
    while (messages.at(-1)?.event !== event);
    return messages;
  };
  return {
    next,
    until,
    nextOf: async (event) => (await until(event)).at(-1) as Message,
    response,
    close: () => request.destroy(),
  };
}

async function* blocksOf(response: IncomingMessage): AsyncGenerator<Message, void> {
  let text = '';
  const closed = (async function* () {
    try {
      for await (const chunk of response) yield String(chunk);
    } catch {
      // Dropped: the stream has ended, which is all that matters.
    }
  })();
  for await (const chunk of closed) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) if (!block.startsWith(':')) yield messageOf(block);
  }
}

function messageOf(block: string): Message {
  const [, id, event, data] = /^id: (\S+)\nevent: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  if (id === undefined || event === undefined || data === undefined) throw new Error(`no message: ${block}`);
  return { id, event, data: JSON.parse(data) };
}
