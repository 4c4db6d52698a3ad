/**
 * The layer that precedes all changes of the world: records each request as a command (`engine/command-log.ts`), and
 * lets none begin in the middle of an instant. Must follow every layer that can refuse without the world.
 */
import type { Request, RequestHandler } from 'express';
import type { CommandLog, OpenCommand } from '../../engine/command-log.ts';
import type { CommandBase, CommandRequest, MetOnWire } from '../../engine/ports/command-port.ts';
import { REDACTED, redactKnown, type SoughtSecrets, secretsIn } from '../../engine/redact-secrets.ts';
import type { KnownSecrets } from '../../engine/redaction/known-secrets.ts';
import type { World } from '../../engine/world.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { TimeDriver } from '../../kernel/time-driver.ts';
import { describeHeaders } from '../http-faults/triggered-faults.ts';
import { WorldOverProblem } from './problem.ts';
import { contextOf } from './request-context.ts';

export interface RecordingDependencies {
  readonly world: World;
  readonly kernel: Kernel;
  readonly driver: TimeDriver;
  /** `null` if commands are not recorded. */
  readonly commands: CommandLog | null;
  readonly secrets: Pick<KnownSecrets, 'soughtCredentials'>;
  /** True once the server ends, or another world has replaced this one. */
  readonly isOver: () => boolean;
}

export function recordCommands(service: RecordingDependencies, base: CommandBase): RequestHandler {
  return (request, _response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      next();
      return;
    }
    const begin = () => {
      if (service.isOver()) throw new WorldOverProblem();
      beginCommand(service, base, request);
      next();
    };
    // Slow work of this instant finishes first, in steps between which reads are served (decision P6).
    if (service.driver.isSlow) service.driver.whenSlowOver().then(begin).catch(next);
    else begin();
  };
}

function beginCommand(service: RecordingDependencies, base: CommandBase, request: Request): void {
  const context = contextOf(request);
  const opening =
    base === 'sim' ? { base, keyId: null } : { base, keyId: context.keyId, ...describeHeaders(service, request) };
  // Chances that faults of the interface counted are recorded already.
  const command = context.command ?? openCommand(service, request, opening);
  context.command = {
    ...command,
    begin(body) {
      service.driver.finishInstant();
      command.begin(body);
    },
  };
  context.command.begin(null);
}

type Opening = Pick<CommandRequest, 'base' | 'keyId' | 'met'>;

export function openCommand(service: RecordingDependencies, request: Request, opening: Opening): OpenCommand {
  const { method, originalUrl, baseUrl } = request;
  const secrets = secretsOf(service, request);
  const path = redactKnown(originalUrl.slice(baseUrl.length), secrets).replace(KEY_IN_QUERY, `$1${REDACTED}`);
  const met = opening.met === undefined ? {} : { met: withoutSecrets(opening.met, secrets) };
  const command = service.commands?.open({ ...opening, ...met, method, path }) ?? null;
  return {
    begin: (body) => command?.begin(body === null ? null : redactKnown(body, secrets)),
    end: (status, body) => command?.end(status, body),
  };
}

function withoutSecrets(met: MetOnWire, secrets: SoughtSecrets): MetOnWire {
  const headers = Object.entries(met.headers).map(([name, value]) => [name, redactKnown(value, secrets)]);
  return { ...met, headers: Object.fromEntries(headers) };
}

/** A key in a query, as `POST /journal/replay` accepts one. */
const KEY_IN_QUERY = /([?&]key=)[^&]*/g;

/** Credentials of a request are not part of a command, because recordings contain its text. */
function secretsOf({ secrets }: RecordingDependencies, { headers: { authorization } }: Request): SoughtSecrets {
  return secretsIn(authorization === undefined ? '' : `Authorization\n${authorization}`, secrets.soughtCredentials);
}
