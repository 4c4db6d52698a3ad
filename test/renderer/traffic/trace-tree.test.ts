/** A trace as a tree and on a scale: every link once, below its cause, and instants in their order. */

import { describe, expect, it } from 'vitest';
import { formatOffset, positionOf, ticksFor } from '../../../src-renderer/screens/traffic/trace/time-scale.ts';
import { traceLinks } from '../../../src-renderer/screens/traffic/trace/trace-page.tsx';
import { parentsOf, traceRows } from '../../../src-renderer/screens/traffic/trace/trace-tree.ts';
import type { TraceNode } from '../../../src-server/contract/control/world/trace.ts';
import { fc } from '../../support/draws.ts';

function node(id: string, parent: string | null, rest: Partial<TraceNode> = {}): TraceNode {
  const at = '2026-03-02T09:30:00.000Z';
  return { id, parent, kind: 'event', at, offset_ms: 0, title: id, status: null, data: {}, ...rest };
}

const NODES = [node('a', null), node('b', 'a'), node('c', 'a'), node('d', 'b'), node('e', null), node('f', 'lost')];

describe('the rows of a trace', () => {
  it('are below their causes; a missing cause counts as none', () => {
    const rows = traceRows(NODES, new Set());
    expect(rows.map((row) => `${row.depth} ${row.node.id}`)).toEqual(['0 a', '1 b', '2 d', '1 c', '0 e', '0 f']);
    expect(rows.map((row) => row.below)).toEqual([3, 1, 0, 0, 0, 0]);
  });

  it('know where lines continue beside them', () => {
    const rows = traceRows(NODES, new Set());
    expect(rows.find((row) => row.node.id === 'd')).toMatchObject({ through: [true, true], isLast: true });
    expect(rows.find((row) => row.node.id === 'c')).toMatchObject({ through: [true], isLast: true });
  });

  it('leave out collapsed ones and count them', () => {
    const rows = traceRows(NODES, new Set(['a']));
    expect(rows.map((row) => row.node.id)).toEqual(['a', 'e', 'f']);
    expect(rows[0]).toMatchObject({ isCollapsed: true, below: 3 });
    expect(parentsOf(NODES)).toEqual(['a', 'b']);
  });

  it('contain every link exactly once, after its cause', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 50 }), { maxLength: 60 }), (causes) => {
        const nodes = causes.map((cause, index) => node(`n${index}`, cause < index ? `n${cause}` : null));
        const order = traceRows(nodes, new Set()).map((row) => row.node.id);
        expect([...order].sort()).toEqual(nodes.map(({ id }) => id).sort());
        for (const { id, parent } of nodes) {
          if (parent !== null) expect(order.indexOf(parent)).toBeLessThan(order.indexOf(id));
        }
      }),
    );
  });
});

describe('the scale of a trace', () => {
  it('retains the order of instants and ends with the last of them', () => {
    const span = fc.nat({ max: 60 * 86_400_000 });
    fc.assert(
      fc.property(span, span, span, (one, two, more) => {
        const spanMs = Math.max(one, two, more);
        const [earlier, later] = [Math.min(one, two), Math.max(one, two)].map((offset) => positionOf(offset, spanMs));
        expect(earlier).toBeGreaterThanOrEqual(0);
        expect(earlier).toBeLessThanOrEqual(later ?? 0);
        expect(positionOf(spanMs, spanMs)).toBe(spanMs === 0 ? 0 : 1);
      }),
    );
  });

  it('has marks that do not overlap', () => {
    const places = ticksFor(4 * 86_400_000).map(({ at }) => at);
    expect(places.length).toBeGreaterThan(4);
    expect(places.slice(1).every((at, index) => at - (places[index] ?? 0) >= 0.06)).toBe(true);
    expect(ticksFor(0)).toEqual([{ label: '0', at: 0 }]);
  });

  it('shows an offset in its two largest units', () => {
    const offsets = [0, 45, 5_230, 1_804_000, 9_000_000, 97_200_000];
    expect(offsets.map(formatOffset)).toEqual(['+0', '+45 ms', '+5.2 s', '+30 m 4 s', '+2 h 30 m', '+1 d 3 h']);
  });
});

describe('the links of a node', () => {
  it('lead to its object and to the objects that it names, each once', () => {
    const attempt = node('dl_1/2', 'dl_1', { kind: 'attempt', data: { injected: { fault_id: 'ft_1' } } });
    expect(traceLinks(attempt).map(({ to }) => to)).toEqual([
      '/traffic/webhooks/deliveries/dl_1',
      '/traffic/faults/ft_1',
    ]);
    const event = node('event/7', null, {
      data: { rebalance_id: 'rb_1', data: { rebalance_id: 'rb_1', portfolio_id: 'pf_1' } },
    });
    expect(traceLinks(event).map(({ to }) => to)).toEqual(['/rebalances/rb_1', '/portfolios/pf_1']);
    const sink = node('ev_1/sink/1', 'dl_1/1', { kind: 'sink', data: { name: 'first' } });
    expect(traceLinks(sink).map(({ to }) => to)).toEqual(['/traffic/sinks/first']);
    expect(traceLinks(node('rq_1/command', 'rq_1', { kind: 'command' }))[0]?.to).toBe('/traffic/requests/rq_1');
  });
});
