/** Shows a failed request with the service's own code, message and fields, and a retry button. Guesses nothing. */
import { Button, Code, Text } from '@mantine/core';
import type { ApiError } from '../../api/api-error.ts';
import { Notice } from './notice.tsx';

interface ErrorNoticeProps {
  readonly error: ApiError;
  /** The activity, as the start of a sentence: "Loading the portfolios". */
  readonly doing: string;
  readonly onRetry?: () => void;
}

export function ErrorNotice({ error, doing, onRetry }: ErrorNoticeProps) {
  const retry = onRetry && (
    <Button variant="default" onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <Notice tone="fail" side={retry}>
      <div>
        {doing} failed: <strong>{error.message}</strong>
      </div>
      <Text component="div" c="dimmed">
        <Code>{error.code}</Code>
        {error.status > 0 && <> · HTTP {error.status}</>}
        {error.requestId !== null && ' · request '}
        {error.requestId !== null && <Code>{error.requestId}</Code>}
      </Text>
      {error.details.length > 0 && (
        <ul>
          {error.details.map(({ path, issue }) => (
            <li key={`${path} ${issue}`}>
              <Code>{path || '/'}</Code>: {issue}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
