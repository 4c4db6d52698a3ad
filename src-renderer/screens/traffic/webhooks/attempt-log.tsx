/** Each attempt of a delivery, newest first: when, how long, what was injected, what was sent and what came back. */
import { Link } from 'react-router';
import type { DeliveryView } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { formatWireKind } from '../../../components/faults/wire-fault-kinds.ts';
import { plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CodeBlock } from '../../../components/webhooks/code-block.tsx';
import { VERDICT_WORDS } from '../../../components/webhooks/format-verdict.ts';
import { HeaderLines } from '../../../components/webhooks/header-lines.tsx';
import { paths } from '../../../paths.ts';

type Attempt = DeliveryView['attempt_log'][number];

export function AttemptLog({ delivery }: { readonly delivery: DeliveryView }) {
  const { attempt_log: attempts, delivery_id: deliveryId } = delivery;
  if (attempts.length === 0) return <p className="muted">No attempt has been made yet.</p>;
  const newestFirst = [...attempts].sort((left, right) => right.attempt - left.attempt);
  return (
    <section aria-label="Attempts">
      <div className="inspector-section">
        <h3>{plural(attempts.length, 'attempt')}</h3>
      </div>
      {newestFirst.map((attempt, position) => (
        <details key={attempt.attempt} className="inspector-details" open={position === 0}>
          <summary>
            #{attempt.attempt} · {formatInstant(attempt.at)} · <Outcome attempt={attempt} />{' '}
            <span className="muted">{Math.round(attempt.duration_ms)} ms (real)</span>{' '}
            {attempt.injected !== null && (
              <span className="badge" data-tone="warn">
                ! {formatWireKind(attempt.injected.kind).label}
              </span>
            )}
          </summary>
          <AttemptContent attempt={attempt} deliveryId={deliveryId} />
        </details>
      ))}
    </section>
  );
}

function AttemptContent({ attempt, deliveryId }: { readonly attempt: Attempt; readonly deliveryId: string }) {
  const { injected, signature, response_truncated: isTruncated } = attempt;
  return (
    <>
      {attempt.error !== null && <p className="fail">{attempt.error}</p>}
      {injected !== null && (
        <p>
          Broken on purpose: {formatWireKind(injected.kind).sentence} <Link to={paths.faults}>See the faults</Link>
        </p>
      )}
      <p className="muted">
        {formatLatency(attempt)} To <span className="mono">{attempt.url}</span>
      </p>
      {signature !== null && (
        <p>
          <span className={signature.valid ? 'ok' : 'fail'}>
            {signature.valid ? '✓' : '✕'} {VERDICT_WORDS[signature.verdict]}
          </span>{' '}
          ·{' '}
          <Link to={paths.signature({ delivery: deliveryId, attempt: String(attempt.attempt) })}>
            Explain the signature of #{attempt.attempt}
          </Link>
        </p>
      )}
      <HeaderLines title="Headers sent" what="the headers that were sent" headers={attempt.request_headers} />
      {attempt.response_status !== null && (
        <>
          <HeaderLines title="Headers answered" what="the headers of the answer" headers={attempt.response_headers} />
          <p className="muted inspector-caption">
            Body answered{isTruncated && ', of which the first 64 KiB are kept'}
          </p>
          <CodeBlock text={attempt.response_body} none="(empty)" />
        </>
      )}
    </>
  );
}

function formatLatency({ first_byte_ms: firstByteMs, duration_ms: durationMs }: Attempt): string {
  const total = `${Math.round(durationMs)} ms`;
  if (firstByteMs === null) return `${total} of real time without an answer.`;
  return `${total} of real time, ${Math.round(firstByteMs)} ms to the first byte.`;
}

function Outcome({ attempt }: { readonly attempt: Attempt }) {
  const status = attempt.response_status;
  if (status === null) return <span className="fail">✕ no answer</span>;
  const isTaken = status >= 200 && status < 300 && attempt.error === null;
  return <span className={isTaken ? 'ok' : 'fail'}>{`${isTaken ? '✓' : '✕'} HTTP ${status}`}</span>;
}
