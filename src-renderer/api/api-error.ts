/** The one error of every request of the app: the service's own code and message, never a guess at them. */
import type { ErrorBody, ErrorCode, ErrorDetail } from '../../src-server/contract/service/errors.ts';

export class ApiError extends Error {
  /** HTTP status, or 0 if no response arrived. */
  readonly status: number;
  /** The service's code; `unreachable` if no response arrived, `unexpected_answer` if it was not the service's. */
  readonly code: ErrorCode | 'unreachable' | 'unexpected_answer';
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | null;

  constructor(
    status: number,
    code: ApiError['code'],
    message: string,
    details: readonly ErrorDetail[] = [],
    requestId: string | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/**
 * Reads an error response. Anything that is not the contract's body becomes `unexpected_answer` with its first words.
 */
export function readApiError(status: number, text: string): ApiError {
  const error = parseErrorBody(text);
  if (error === null) return new ApiError(status, 'unexpected_answer', text.slice(0, 200) || `HTTP ${status}`);
  return new ApiError(status, error.code, error.message, error.details ?? [], error.request_id ?? null);
}

function parseErrorBody(text: string): ErrorBody['error'] | null {
  try {
    const body: unknown = JSON.parse(text);
    const error = (body as Partial<ErrorBody> | null)?.error;
    return typeof error?.code === 'string' && typeof error.message === 'string' ? error : null;
  } catch {
    return null;
  }
}
