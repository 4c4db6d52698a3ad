/** Shows a failed request with the service's own code, words and fields, and a way to try again. Guesses nothing. */
import { Button } from '@mantine/core';
import type { ApiError } from '../../api/api-error.ts';
import { Notice } from './notice.tsx';

interface ErrorNoticeProps {
  readonly error: ApiError;
  /** What was being done, as the start of a sentence: "Reading the portfolios". */
  readonly doing: string;
  readonly onRetry?: () => void;
}

export function ErrorNotice({ error, doing, onRetry }: ErrorNoticeProps) {
  const retry =
    onRetry === undefined ? undefined : (
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    );
  return (
    <Notice tone="fail" side={retry}>
      <div>
        {doing} failed: <strong>{error.message}</strong>
      </div>
      <div className="muted">
        <span className="mono">{error.code}</span>
        {error.status > 0 && <> · HTTP {error.status}</>}
        {error.requestId !== null && (
          <>
            {' '}
            · request <span className="mono">{error.requestId}</span>
          </>
        )}
      </div>
      {error.details.length > 0 && (
        <ul>
          {error.details.map((detail) => (
            <li key={`${detail.path} ${detail.issue}`}>
              <span className="mono">{detail.path || '/'}</span>: {detail.issue}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
