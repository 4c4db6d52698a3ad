/**
 * The layer behind which requests may change the world: has each taken down as a command (`engine/command-log.ts`), and lets
 * none come in the middle of an instant. To stand behind every layer that may refuse without asking the world.
 */
import type { NextFunction, Request, RequestHandler } from 'express';
import type { OpenCommand } from '../../engine/command-log.ts';
import type { CommandBase, CommandRequest, MetOnWire } from '../../engine/ports/command-port.ts';
import { REDACTED, redactText, secretsIn } from '../../engine/redact-secrets.ts';
import { headersMet } from '../http-faults/triggered-faults.ts';
import { contextOf } from './send-response.ts';
import type { Service } from './service.ts';

type NotingService = Pick<Service, 'commands' | 'driver' | 'adminToken' | 'admission' | 'session' | 'world' | 'kernel'>;

export function noteCommands(service: NotingService, base: CommandBase): RequestHandler {
  return (request, _response, next) => {
    const context = contextOf(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const opening =
        base === 'sim' ? { base, keyId: null } : { base, keyId: context.keyId, ...headersMet(service, request) };
      // What faults on the wire have counted is taken down already.
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
    next();
  };
}

type Opening = Pick<CommandRequest, 'base' | 'keyId' | 'met'>;

export function openCommand(service: NotingService, request: Request, opening: Opening): OpenCommand {
  const { method, originalUrl, baseUrl } = request;
  const secrets = secretsOf(service, request);
  const path = redactText(originalUrl.slice(baseUrl.length), secrets).replace(KEY_IN_QUERY, `$1${REDACTED}`);
  const met = opening.met === undefined ? {} : { met: withoutSecrets(opening.met, secrets) };
  const command = service.commands?.open({ ...opening, ...met, method, path }) ?? null;
  return {
    begin: (body) => command?.begin(body === null ? null : redactText(body, secrets)),
    end: (status, text) => command?.end(status, text),
  };
}

function withoutSecrets(met: MetOnWire, secrets: readonly string[]): MetOnWire {
  const headers = Object.entries(met.headers).map(([name, value]) => [name, redactText(value, secrets)]);
  return { ...met, headers: Object.fromEntries(headers) };
}

/** A key that is shown in a query, as `POST /journal/replay` takes one. */
const KEY_IN_QUERY = /([?&]key=)[^&]*/g;

/** What was shown with a request is no part of a command: what is kept of it is handed on in recordings. */
function secretsOf(
  { adminToken, admission, session }: Pick<Service, 'adminToken' | 'admission' | 'session'>,
  { headers: { authorization } }: Request,
): readonly string[] {
  const known = [adminToken, admission.cookieToken, admission.pageToken, session().api_key];
  return secretsIn(authorization === undefined ? '' : `Authorization\n${authorization}`, known);
}

/** False where it cannot begin, which `next` is told: whoever read the body calls back from where nobody catches. */
function begin(command: OpenCommand | null, body: string | null, next: NextFunction): boolean {
  try {
    command?.begin(body);
    return true;
  } catch (error) {
    next(error);
    return false;
  }
}

/** `next`, for a layer that has read the body: what runs from then on is the command. */
export function beginCommand(request: Request, next: NextFunction): NextFunction {
  return (error?: unknown) => {
    const { command, rawBody } = contextOf(request);
    // A body that could not be read is nobody's command.
    if (error !== undefined) next(error);
    else if (begin(command, rawBody ?? (typeof request.body === 'string' ? request.body : null), next)) next();
  };
}
