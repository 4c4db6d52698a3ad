/** Each attempt of a delivery, newest first: when, the headers sent, and what came back. */
import type { DeliveryView } from '../../src-server/contract/webhooks.ts';
import { formatInstant } from '../shared/format-time.ts';

type Attempt = DeliveryView['attempt_log'][number];

export function AttemptLog({ attempts }: { readonly attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <p className="muted">No attempt has been made yet.</p>;
  const newestFirst = [...attempts].sort((left, right) => right.attempt - left.attempt);
  return (
    <section aria-label="Attempts">
      <div className="inspector-section">
        <h3>
          {attempts.length} {attempts.length === 1 ? 'attempt' : 'attempts'}
        </h3>
      </div>
      {newestFirst.map((attempt, position) => (
        <details key={attempt.attempt} className="inspector-details" open={position === 0}>
          <summary>
            #{attempt.attempt} · {formatInstant(attempt.at)} · {outcome(attempt)}{' '}
            <span className="muted">{Math.round(attempt.duration_ms)} ms (real)</span>
          </summary>
          {attempt.error !== null && <p className="fail">{attempt.error}</p>}
          <p className="muted">Headers sent</p>
          <pre className="code" data-wraps="">
            {Object.entries(attempt.request_headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          </pre>
          <p className="muted">Response body</p>
          <pre className="code" data-wraps="">
            {attempt.response_body || '(empty)'}
          </pre>
        </details>
      ))}
    </section>
  );
}

function outcome(attempt: Attempt) {
  const status = attempt.response_status;
  if (status === null) return <span className="fail">✕ no answer</span>;
  const isSuccess = status >= 200 && status < 300;
  return <span className={isSuccess ? 'ok' : 'fail'}>{`${isSuccess ? '✓' : '✕'} HTTP ${status}`}</span>;
}
