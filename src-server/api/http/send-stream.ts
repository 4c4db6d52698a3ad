/** Sends a text of any length piece by piece, as fast as its reader takes it; ends where nobody reads any more. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { NobodyWaitsError } from './waited-for.ts';

/** Status, type and names of files are set already. */
export async function sendStream(response: Response, pieces: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), response);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    throw isGone ? new NobodyWaitsError() : error;
  }
}
