/** Marks where the command of a request begins: once its body has been read, in the synchronous run of its handler. */
import type { NextFunction, Request } from 'express';
import { contextOf } from '../request-context.ts';

/** `next`, for a layer that has read the body; without a command it only goes on. */
export function beginCommand(request: Request, next: NextFunction): NextFunction {
  return (error?: unknown) => {
    // A body that could not be read is nobody's command.
    if (error !== undefined) {
      next(error);
      return;
    }
    const { command, rawBody } = contextOf(request);
    try {
      command?.begin(rawBody ?? (typeof request.body === 'string' ? request.body : null));
    } catch (failure) {
      // Whoever read the body calls back from where nobody catches.
      next(failure);
      return;
    }
    next();
  };
}
