/**
 * A receiver on loopback that fails in every way a real one does, by draws that repeat with their seed: 500, 503 with
 * Retry-After, a connection that is cut before or within the response. Checks every message twice: by the library of
 * Standard Webhooks alone, and by the few lines of HMAC that a script in any language would have.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { drawUniform, streamKey } from '../../src-server/kernel/streams.ts';

export interface Receipt {
  /** Path of the endpoint that received it. */
  readonly endpoint: string;
  readonly id: string;
  readonly body: string;
  /** Whether the response was a complete 2xx. */
  readonly isTaken: boolean;
}

export interface FailingReceiver {
  readonly origin: string;
  readonly receipts: readonly Receipt[];
  /** Errors of the received signatures. */
  readonly badSignatures: readonly string[];
  /** By the path of the endpoint. */
  readonly secrets: Map<string, string>;
  /** Refuses every attempt of this event until it is removed again. */
  readonly refused: Set<string>;
  /** Called with the number of every receipt, after the response. */
  onReceipt(listener: (count: number) => void): void;
  close(): void;
}

/** `failureShare` of all attempts fail. */
export function startFailingReceiver(seed: number, failureShare: number): Promise<FailingReceiver> {
  const key = streamKey(seed, 'test.receiver-failures');
  const receipts: Receipt[] = [];
  const badSignatures: string[] = [];
  const secrets = new Map<string, string>();
  const refused = new Set<string>();
  let listener: (count: number) => void = () => {};
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const endpoint = request.url ?? '';
      const id = String(request.headers['webhook-id']);
      const fault = faultOf(secrets.get(endpoint) ?? '', request.headers, body);
      if (fault !== null) badSignatures.push(`${endpoint} ${id}: ${fault}`);
      const draw = drawUniform(key, receipts.length);
      const isTaken = draw >= failureShare && !refused.has(id);
      receipts.push({ endpoint, id, body, isTaken });
      if (isTaken) response.writeHead(204).end();
      else failBy(FAILURES[Math.floor((draw / failureShare) * FAILURES.length)] ?? 'error', response);
      listener(receipts.length);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const onReceipt = (listen: typeof listener) => {
        listener = listen;
      };
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      resolve({ origin, receipts, badSignatures, secrets, refused, onReceipt, close });
    });
  });
}

const FAILURES = ['error', 'busy', 'destroyed', 'cut'] as const;

function failBy(failure: (typeof FAILURES)[number], response: ServerResponse): void {
  if (failure === 'error') response.writeHead(500).end('broken');
  else if (failure === 'busy') response.writeHead(503, { 'retry-after': '3' }).end();
  else if (failure === 'destroyed') response.destroy();
  else {
    response.writeHead(200, { 'content-length': '100' });
    response.write('only so much', () => response.destroy());
  }
}

/** Errors found by the two checks; `null` if both pass. */
function faultOf(secret: string, headers: IncomingHttpHeaders, body: string): string | null {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  } catch (error) {
    return `the library says: ${String(error)}`;
  }
  return rawCheck(secret, headers, body) ? null : 'the HMAC is another one';
}

/** As a script does it: base64 after `whsec_`, HMAC-SHA256 over id, timestamp and body, five minutes of tolerance. */
function rawCheck(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const timestamp = String(headers['webhook-timestamp']);
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const digest = createHmac('sha256', key).update(`${headers['webhook-id']}.${timestamp}.${body}`).digest('base64');
  const expected = Buffer.from(digest);
  return String(headers['webhook-signature'])
    .split(' ')
    .map((each) => Buffer.from(each.replace(/^v1,/, '')))
    .some((received) => received.length === expected.length && timingSafeEqual(received, expected));
}
