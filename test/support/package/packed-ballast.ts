/**
 * Waits until this tree is packed and installed, or until further packages of its tests are fetched
 * (`pack-ballast.ts`).
 */
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { PackedBallast } from './pack-ballast.ts';

/** Rejects with npm's message if that failed. */
export async function packedBallast(): Promise<PackedBallast> {
  return (await responseAt('/')) as PackedBallast;
}

/** The `node_modules` of other package managers and versions of Node; null where they could not be fetched. */
export async function toolsFolder(): Promise<string | null> {
  return (await responseAt('/tools')) as string | null;
}

async function responseAt(path: string): Promise<unknown> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${inject('packingUrl')}${path}`, resolve).once('error', reject);
  });
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(body);
  return JSON.parse(body);
}
