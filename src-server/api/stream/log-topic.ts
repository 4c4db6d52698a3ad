/** Under which topic of the live stream an entry of the event log is published (decision L50). */
import type { StreamTopic } from '../../contract/control/world/stream.ts';

const MARKET = new Set(['market', 'exchange', 'fault']);

export function logTopicOf(type: string): Extract<StreamTopic, 'market' | 'rebalance' | 'fill' | 'world'> {
  if (type === 'order.filled') return 'fill';
  const subject = type.slice(0, type.indexOf('.'));
  if (subject === 'rebalance') return 'rebalance';
  return MARKET.has(subject) ? 'market' : 'world';
}
