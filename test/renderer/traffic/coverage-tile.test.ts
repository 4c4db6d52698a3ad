/** A kind of fault in the coverage: its tone shows whether clients and receivers reacted correctly. */
import { describe, expect, it } from 'vitest';
import { coverageTile } from '../../../src-renderer/screens/traffic/faults/coverage-tile.ts';
import type {
  FaultCoverage,
  InterfaceEncounter,
  WebhookEncounter,
} from '../../../src-server/contract/control/http-faults/fault-coverage.ts';

type Kind = FaultCoverage['kinds'][number];

const kind = (name: Kind['kind'], hits: number, reactions: Kind['reactions']): Kind => ({
  kind: name,
  scope: name.startsWith('api_') ? 'interface' : 'webhook',
  set: 1,
  hits,
  met: hits > 0,
  reactions,
});

const webhook = (name: WebhookEncounter['kind'], ok: boolean | null): WebhookEncounter => ({
  scope: 'webhook',
  fault_id: 'ft_1',
  kind: name,
  at: '2026-03-02T09:30:00.000Z',
  webhook_id: 'wh_1',
  delivery_id: 'dl_1',
  attempt: 1,
  event_id: 'ev_1',
  answered: '200',
  verdict: 'A sentence.',
  ok,
  sink: null,
});

const client = (reaction: Partial<InterfaceEncounter['reaction']>): InterfaceEncounter => ({
  scope: 'interface',
  fault_id: 'ft_1',
  kind: 'api_error',
  at: '2026-03-02T09:30:00.000Z',
  request_id: 'rq_1',
  key_id: 'ak_1',
  operation: null,
  answered: '429 instead of the response',
  reaction: {
    what: 'retried',
    request_id: 'rq_2',
    after_ms: 7,
    virtual_ms: 0,
    same_body: true,
    same_idempotency_key: null,
    status: 200,
    too_soon: null,
    sentence: 'A sentence.',
    ...reaction,
  },
});

describe('the tile of a kind of fault', () => {
  it('is red where a receiver did what it should not', () => {
    const tile = coverageTile(kind('webhook_bad_signature', 1, { not_as_it_should: 1 }), [
      webhook('webhook_bad_signature', false),
    ]);
    expect(tile).toEqual({ tone: 'fail', mark: '✕', outcome: 'met · 1 hit · 1 incorrect' });
  });

  it('is red where a client retried before Retry-After had passed, and says so', () => {
    const tile = coverageTile(kind('api_error', 2, { retried: 2 }), [client({ too_soon: true }), client({})]);
    expect(tile).toEqual({ tone: 'fail', mark: '✕', outcome: 'met · 2 hits · 2 retried, 1 too early' });
  });

  it('is amber where that is unclear, and where an idempotency key was another one', () => {
    const dropped = coverageTile(kind('webhook_drop', 1, { undecided: 1 }), [webhook('webhook_drop', null)]);
    expect([dropped.tone, dropped.mark]).toEqual(['warn', '!']);
    expect(coverageTile(kind('api_error', 1, {}), [client({ same_idempotency_key: false })]).tone).toBe('warn');
  });

  it('is green where all was right, and plain where nothing was hit', () => {
    expect(coverageTile(kind('api_error', 1, { retried: 1 }), [client({ too_soon: false })]).tone).toBe('ok');
    const unmet = { ...kind('webhook_delay', 0, {}), set: 2 };
    expect(coverageTile(unmet, [webhook('webhook_drop', false)])).toEqual({
      tone: 'dimmed',
      mark: '○',
      outcome: 'no hits yet · set 2×',
    });
  });

  it('counts attempts where a hit has several, so that verdicts are not more than hits', () => {
    const own = [true, null, true, null].map((ok) => webhook('webhook_duplicate', ok));
    const { outcome } = coverageTile(kind('webhook_duplicate', 2, { as_it_should: 2, undecided: 2 }), own);
    expect(outcome).toBe('met · 2 hits · 4 attempts: 2 correct, 2 unclear');
  });

  it('is plain where only built-in sinks were hit, and leaves them out beside others', () => {
    const hitSink = { ...webhook('webhook_bad_signature', null), sink: 'demo' };
    const unmet = { ...kind('webhook_bad_signature', 1, {}), met: false };
    expect(coverageTile(unmet, [hitSink])).toEqual({
      tone: 'dimmed',
      mark: '○',
      outcome: 'only built-in sinks: 1 hit',
    });
    const right = webhook('webhook_bad_signature', true);
    expect(coverageTile(kind('webhook_bad_signature', 2, { as_it_should: 1 }), [hitSink, right]).tone).toBe('ok');
  });
});
