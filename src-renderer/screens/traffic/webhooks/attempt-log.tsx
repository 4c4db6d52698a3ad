/** Each attempt of a delivery, newest first: when, how long, what was injected, what was sent and what came back. */

import { Badge, Code, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { DeliveryView } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { formatWireKind } from '../../../components/faults/wire-fault-kinds.ts';
import { plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import classes from '../../../components/layout/inspector.module.css';
import { CodeBlock } from '../../../components/webhooks/code-block.tsx';
import { VERDICT_WORDS } from '../../../components/webhooks/format-verdict.ts';
import { HeaderLines } from '../../../components/webhooks/header-lines.tsx';
import webhooksClasses from '../../../components/webhooks/webhooks.module.css';
import { paths } from '../../../paths.ts';

type Attempt = DeliveryView['attempt_log'][number];

export function AttemptLog({ delivery }: { readonly delivery: DeliveryView }) {
  const { attempt_log: attempts, delivery_id: deliveryId } = delivery;
  if (attempts.length === 0) return <Text c="dimmed">No attempt has been made yet.</Text>;
  const newestFirst = [...attempts].sort((left, right) => right.attempt - left.attempt);
  return (
    <section aria-label="Attempts">
      <div className={classes.inspectorSection}>
        <h3>{plural(attempts.length, 'attempt')}</h3>
      </div>
      {newestFirst.map((attempt, position) => (
        <details key={attempt.attempt} className={classes.inspectorDetails} open={position === 0}>
          <summary>
            #{attempt.attempt} · {formatInstant(attempt.at)} · <Outcome attempt={attempt} />{' '}
            <Text span c="dimmed">
              {Math.round(attempt.duration_ms)} ms (real)
            </Text>{' '}
            {attempt.injected !== null && <Badge color="warn">! {formatWireKind(attempt.injected.kind).label}</Badge>}
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
      {attempt.error !== null && <Text c="fail">{attempt.error}</Text>}
      {injected !== null && (
        <p>
          Broken on purpose: {formatWireKind(injected.kind).sentence} <Link to={paths.faults}>See the faults</Link>
        </p>
      )}
      <Text c="dimmed">
        {formatLatency(attempt)} To <Code>{attempt.url}</Code>
      </Text>
      {signature !== null && (
        <p>
          <Text span c={signature.valid ? 'ok' : 'fail'}>
            {signature.valid ? '✓' : '✕'} {VERDICT_WORDS[signature.verdict]}
          </Text>{' '}
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
          <Text c="dimmed" className={webhooksClasses.inspectorCaption}>
            Body answered{isTruncated && ', of which the first 64 KiB are kept'}
          </Text>
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
  if (status === null)
    return (
      <Text span c="fail">
        ✕ no answer
      </Text>
    );
  const isTaken = status >= 200 && status < 300 && attempt.error === null;
  return <Text span c={isTaken ? 'ok' : 'fail'}>{`${isTaken ? '✓' : '✕'} HTTP ${status}`}</Text>;
}
