/**
 * Servers that are not Ballast, each with one response to everything, as users find them at a port that they name by
 * mistake.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The name of each, and its response. */
export const FOREIGN_RESPONSES: readonly (readonly [name: string, status: number, type: string, body: string])[] = [
  ['a page', 200, 'text/html', '<title>Hello</title>'],
  ['an empty object', 200, JSON_TYPE, '{}'],
  ['null', 200, JSON_TYPE, 'null'],
  ['JSON that is cut', 200, JSON_TYPE, '{"world": "def'],
  ['nothing', 204, JSON_TYPE, ''],
  ['a redirect', 302, 'text/html', ''],
  ['a page that is not found', 404, 'text/html', '<title>Not found</title>'],
  ['a page for a password', 401, 'text/html', '<title>Who are you?</title>'],
  ['an error of its own', 500, JSON_TYPE, '{"error": "down"}'],
];

/** Calls `use` with the address of a server with this response. */
export async function withForeignServer<T>(
  [, status, type, body]: (typeof FOREIGN_RESPONSES)[number],
  use: (origin: string) => Promise<T>,
): Promise<T> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
