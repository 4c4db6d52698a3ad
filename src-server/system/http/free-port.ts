/** A port of loopback that nobody holds, for a process that is about to listen on it. */
import { listen } from './listen.ts';

export async function freePort(): Promise<number> {
  const server = await listen(0);
  await server.close();
  return server.port;
}
