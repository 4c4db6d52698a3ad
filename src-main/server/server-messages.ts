/** The messages between the main process and the server's process, and the checks of their shapes. */
import { z } from 'zod';
import type { BallastOptions } from '../../src-server/app.ts';

export interface ServerPlace {
  /** Null keeps the world in memory only. */
  readonly dataDir: string | null;
  /** Folder of the user's own scenarios. */
  readonly ownScenarios: string;
  readonly port: number;
  /** The options of `ballast app` for the world; omitted ones: the defaults. */
  readonly world?: Partial<BallastOptions>;
}

/** `address` is the app's address that lets its window in once. */
const readyMessage = z.object({ kind: z.literal('ready'), baseUrl: z.string(), address: z.string() });
export type ReadyMessage = z.infer<typeof readyMessage>;

/** The server could not start for a reason that is not a bug; a restart would not help. */
const failedMessage = z.object({ kind: z.literal('failed'), exitCode: z.int(), lines: z.array(z.string()).readonly() });
export type FailedMessage = z.infer<typeof failedMessage>;

/** A file from outside the library is now among the scenarios, under the name `file`. */
const openedMessage = z.object({ kind: z.literal('scenario-opened'), path: z.string(), file: z.string() });
export type OpenedMessage = z.infer<typeof openedMessage>;

const refusedMessage = z.object({ kind: z.literal('scenario-refused'), path: z.string(), reason: z.string() });
export type RefusedMessage = z.infer<typeof refusedMessage>;

/** To the server's process: close everything and end. */
export const stopRequest = { kind: 'stop' } as const;

/** To the server's process: a file that the user chose. No HTTP request can name a path; this is the only way. */
const openRequest = z.object({ kind: z.literal('open-scenario'), path: z.string() });
export type OpenRequest = z.infer<typeof openRequest>;

export const isReady = checkOf(readyMessage);
export const isFailed = checkOf(failedMessage);
export const isOpened = checkOf(openedMessage);
export const isRefused = checkOf(refusedMessage);
export const isStop = checkOf(z.object({ kind: z.literal(stopRequest.kind) }));
export const isOpenRequest = checkOf(openRequest);

function checkOf<Message>(schema: z.ZodType<Message>) {
  return (message: unknown): message is Message => schema.safeParse(message).success;
}
