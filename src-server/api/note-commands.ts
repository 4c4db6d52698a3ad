/**
 * The layer behind which requests may change the world: has each taken down as a command (`engine/command-log.ts`), and lets
 * none come in the middle of an instant. To stand behind every layer that may refuse without asking the world.
 */
import type { NextFunction, Request, RequestHandler } from 'express';
import type { OpenCommand } from '../engine/command-log.ts';
import type { CommandBase } from '../engine/command-port.ts';
import { REDACTED, redactText, secretsIn } from '../engine/redact-secrets.ts';
import { contextOf } from './exchange.ts';
import type { Service } from './service.ts';

export function noteCommands(
  service: Pick<Service, 'commands' | 'driver' | 'adminToken' | 'admission' | 'session'>,
  base: CommandBase,
): RequestHandler {
  const { commands, driver } = service;
  return (request, _response, next) => {
    const { method, originalUrl, baseUrl } = request;
    if (method === 'GET' || method === 'HEAD') {
      next();
      return;
    }
    const context = contextOf(request);
    const secrets = secretsOf(service, request);
    const path = redactText(originalUrl.slice(baseUrl.length), secrets).replace(KEY_IN_QUERY, `$1${REDACTED}`);
    const keyId = base === 'sim' ? null : context.keyId;
    const command = commands?.open({ base, method, path, keyId }) ?? null;
    context.command = {
      begin(body) {
        driver.finishInstant();
        command?.begin(body === null ? null : redactText(body, secrets));
      },
      end: (status, text) => command?.end(status, text),
    };
    context.command.begin(null);
    next();
  };
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
