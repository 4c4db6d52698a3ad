/** A world with everything that serves it: time moves, webhooks leave, an HTTP app answers for it; until it is ended. */
import type { RequestListener } from 'node:http';
import { createBrokenAnswers } from '../api/http/broken-request.ts';
import { createHttpApp, type HttpAppDependencies } from '../api/http/http-app.ts';
import type { FollowedWorld } from '../api/stream/event-stream.ts';
import { createService, type OwnService } from '../app/create-service.ts';
import type { ServerParts } from '../app/server-parts.ts';
import { hostClock } from '../system/host-time.ts';
import type { AnswerBroken } from '../system/http/listen.ts';
import { createLogCheck } from './check-log.ts';
import type { OpenedDatabase } from './open-world.ts';
import { createWorldRuntime, type WorldRuntime } from './world-runtime.ts';
import { createBoundWaits } from './world-timeouts.ts';

/** What a world's HTTP app and the live stream need of it. */
export type Service = HttpAppDependencies & FollowedWorld;

function brokenLog(seq: number): string {
  return `entry ${seq} does not follow from the one before it. What the world shows may not be what happened in it; go back to a snapshot.`;
}

/** Attempts under way may still be recorded while the server stops; what is not is sent again after the next start. */
const STOP_GRACE_MS = 500;

export interface HostedWorld extends OpenedDatabase, Pick<WorldRuntime, 'driver' | 'dispatcher'> {
  readonly service: Service;
  readonly answer: RequestListener;
  readonly answerBroken: AnswerBroken;
  /** Lets time move and webhooks leave. */
  start(): void;
  /** Ends whatever moves or waits, and forgets attempts under way. Its database may be closed afterwards. */
  end(): Promise<void>;
  /** The same, but attempts under way are given a moment to be recorded. */
  endWithGrace(): Promise<void>;
}

export function createLiveWorld(parts: ServerParts, opened: OpenedDatabase, own: OwnService): HostedWorld {
  const motion = createWorldRuntime(parts, opened);
  const { driver, dispatcher } = motion;
  const waits = createBoundWaits(hostClock.after);
  let isOver = false;
  const logCheck = createLogCheck(opened.events, opened.world.kernel, {
    after: hostClock.after,
    onBroken: (seq) => parts.log.trouble(`The event log is damaged: ${brokenLog(seq)}`),
  });
  const service = createService(parts, opened, motion, logCheck, { ...own, after: waits.after, isOver: () => isOver });
  const endTime = async () => {
    isOver = true;
    logCheck.stop();
    waits.endAll(parts.log.bug);
    await driver.stop();
  };
  return {
    ...opened,
    driver,
    dispatcher,
    service,
    answer: createHttpApp(service),
    answerBroken: createBrokenAnswers(service),
    start() {
      logCheck.start();
      driver.start();
      dispatcher.start();
    },
    async end() {
      await endTime();
      // Nobody waits for what is under way: whoever answers is heard, but a world that is over records nothing.
      void dispatcher.stop();
    },
    async endWithGrace() {
      await endTime();
      let cancel = () => {};
      const grace = new Promise<void>((resolve) => {
        cancel = hostClock.after(STOP_GRACE_MS, resolve);
      });
      await Promise.race([dispatcher.stop(), grace]);
      // A timer that nobody waits for any more would keep the process alive.
      cancel();
    },
  };
}
