/**
 * A world and everything that serves it: its clock runs, webhooks are sent and an HTTP app handles its requests, until
 * it is ended.
 */
import type { RequestListener } from 'node:http';
import { createRefusals } from '../api/http/gate-rules.ts';
import { createHttpApp, type HttpAppDependencies } from '../api/http/http-app.ts';
import type { FollowedWorld } from '../api/stream/event-stream.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { storageFailureOf } from '../kernel/storage-failure.ts';
import type { Watermark } from '../kernel/watermark.ts';
import { hostClock } from '../system/host-time.ts';
import type { Refuse } from '../system/http/listen.ts';
import type { Log } from '../system/log.ts';
import { createLogCheck, type LogCheck } from './check-log.ts';
import type { OpenedDatabase } from './opened-world.ts';
import { createWorldRuntime, type RuntimePorts, type WorldRuntime } from './world-runtime.ts';
import { createWorldTimeouts } from './world-timeouts.ts';

/** The dependencies of a world's HTTP app and the live stream. */
export type Service = HttpAppDependencies & FollowedWorld;

/** Attempts under way may still be recorded while the server stops; the others are sent again after the next start. */
const STOP_GRACE_MS = 500;

export interface HostedWorld extends OpenedDatabase, Pick<WorldRuntime, 'driver' | 'dispatcher'> {
  readonly service: Service;
  readonly handle: RequestListener;
  readonly refuse: Refuse;
  /** Starts the clock and the delivery of webhooks. */
  start(): void;
  /** Ends everything that runs or waits, and forgets attempts under way. Its database may be closed afterwards. */
  end(): Promise<void>;
  /** Does the same, but gives attempts under way a moment to be recorded. */
  endWithGrace(): Promise<void>;
}

/** The part of the service that depends on the host of its world. */
type HostService = Pick<Service, 'snapshots' | 'instruments' | 'recordings' | 'handleAgain'>;

/** The part of the service that depends on how long its world is hosted. */
export interface ServiceLifetime extends HostService, Pick<Service, 'after' | 'isOver'> {
  readonly logCheck: Pick<LogCheck, 'facts'>;
}

/** Creates what the routes need of a world. */
type CreateService = (opened: OpenedDatabase, runtime: WorldRuntime, lifetime: ServiceLifetime) => Service;

export interface HostingPorts extends RuntimePorts {
  readonly createService: CreateService;
}

export function createHostedWorld(ports: HostingPorts, opened: OpenedDatabase, ofHost: HostService): HostedWorld {
  const { log } = ports;
  const runtime = createWorldRuntime(ports, opened);
  const { driver, dispatcher } = runtime;
  // A later failure outside every request is an error of this world and does not end the process.
  const after: typeof hostClock.after = (delayMs, run) =>
    hostClock.after(delayMs, () => {
      try {
        run();
      } catch (error) {
        log.bug(error);
      }
    });
  const timeouts = createWorldTimeouts(after);
  let isOver = false;
  const { watermark } = opened.database;
  const logCheck = createLogCheck(opened.events, opened.world.kernel, watermark?.found ?? null, {
    after,
    onBroken: (seq) => log.trouble(`The event log is damaged: ${describeBroken(seq)}`),
    onOther: ({ events }) => log.trouble(describeOther(events, opened.world.kernel.eventCount)),
  });
  const lifetime = { ...ofHost, logCheck, after: timeouts.after, isOver: () => isOver };
  const service = ports.createService(opened, runtime, lifetime);
  const endTime = async () => {
    isOver = true;
    logCheck.stop();
    timeouts.endAll(log.bug);
    await driver.stop();
  };
  return {
    ...opened,
    driver,
    dispatcher,
    service,
    handle: createHttpApp(service),
    refuse: createRefusals(service),
    start() {
      // The evidence that the log is another one stays there until the world is replaced, or the user removes it.
      if (watermark !== null && logCheck.isWritten) writeMarks(watermark, opened.world.kernel, log);
      logCheck.start();
      driver.start();
      dispatcher.start();
    },
    async end() {
      await endTime();
      // Attempts under way are not awaited: their responses are read, but an ended world records nothing.
      void dispatcher.stop();
    },
    async endWithGrace() {
      await endTime();
      await withinGrace(dispatcher.stop());
    },
  };
}

async function withinGrace(stopped: Promise<void>): Promise<void> {
  let cancel = () => {};
  const grace = new Promise<void>((resolve) => {
    cancel = hostClock.after(STOP_GRACE_MS, resolve);
  });
  await Promise.race([stopped, grace]);
  // A timer that is no longer needed would keep the process alive.
  cancel();
}

function describeBroken(seq: number): string {
  return `entry ${seq} does not match the hash of the entry before it. The data of the world may be wrong; restore a snapshot.`;
}

function describeOther(written: number, present: number): string {
  const lost =
    written > present
      ? `it ends at entry ${present}, although ${written} were written: its write-ahead log was lost, or the file was replaced by an older copy`
      : `its entry ${written} is not the one that was written: the file was replaced by another database`;
  return `The event log is incomplete: ${lost}. Restore a backup, or remove ballast.mark from its folder to continue with the existing entries.`;
}

/** A commit is complete whether or not its mark can be written; only the first mark that cannot is reported. */
function writeMarks(watermark: Watermark, kernel: Kernel, { trouble }: Log): void {
  let isFailing = false;
  const write = () => {
    try {
      watermark.write({ events: kernel.eventCount, head: kernel.head });
      isFailing = false;
    } catch (error) {
      const failure = storageFailureOf(error);
      if (failure === null) throw error;
      if (!isFailing) trouble(`The watermark of the world cannot be written: ${failure.message}`);
      isFailing = true;
    }
  };
  write();
  kernel.onCommit((events) => {
    if (events.length > 0) write();
  });
}
