/**
 * A connection to the Redis behind a queue. Opening it fails at once if Redis is unreachable; later it waits for Redis,
 * however long that takes, and reports once when it is lost and once when it is back. Never shows a password.
 */
import { Redis } from 'ioredis';

export interface RedisConnection {
  readonly redis: Redis;
  /** The address without its password. */
  readonly shown: string;
  isAway(): boolean;
  close(): void;
}

/** The host clock as a queue needs it. */
export interface QueueClock {
  /** Schedules `run`; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
}

const CONNECT_WITHIN_MS = 5_000;
const LONGEST_RETRY_MS = 1_000;

/** The connection, or the reason for its failure in one line. */
export async function openRedisConnection(
  url: string,
  clock: QueueClock,
  note: (line: string) => void,
): Promise<{ ok: true; connection: RedisConnection } | { ok: false; reason: string }> {
  const shown = shownAddress(url);
  let isUp = false;
  let isAway = false;
  let lastError: Error | null = null;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_WITHIN_MS,
    // Commands wait for Redis to come back instead of failing.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isUp ? Math.min(times * 100, LONGEST_RETRY_MS) : null),
  });
  redis.on('error', (error: Error) => {
    lastError = error;
  });
  redis.on('close', () => {
    if (!isUp || isAway) return;
    isAway = true;
    note(`the queue at ${shown} does not respond; waiting for it`);
  });
  redis.on('ready', () => {
    if (isAway) note(`the queue at ${shown} is back`);
    isAway = false;
  });
  const reason = await whyNot(redis, clock);
  if (reason !== null) {
    redis.disconnect();
    const why = lastError === null ? reason : (lastError as Error).message;
    return { ok: false, reason: `no queue at ${shown}: ${why.replace(/\s*\n\s*/g, ' ')}` };
  }
  isUp = true;
  const close = () => {
    isUp = false;
    redis.disconnect();
  };
  return { ok: true, connection: { redis, shown, isAway: () => isAway, close } };
}

/** `redis://host:port/db` without user and password. */
export function shownAddress(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** A server may accept the connection and never respond, so the wait is bounded. */
async function whyNot(redis: Redis, clock: QueueClock): Promise<string | null> {
  let cancel = () => {};
  const late = new Promise<string>((resolve) => {
    cancel = clock.after(CONNECT_WITHIN_MS, () => resolve(`no response within ${CONNECT_WITHIN_MS / 1000} s`));
  });
  try {
    return await Promise.race([late, redis.connect().then(() => redis.ping().then(() => null))]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    cancel();
  }
}
