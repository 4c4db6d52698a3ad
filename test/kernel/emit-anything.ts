/** Writes entries of any kind into a log, for tests of the kernel alone, which does not know their meaning. */
import type { EventData } from '../../src-server/kernel/event-chain.ts';
import type { UnitOfWork } from '../../src-server/kernel/unit-of-work.ts';

export function emitAnything(unit: UnitOfWork, type: string, data: EventData): void {
  (unit as { emit(type: string, data: EventData): void }).emit(type, data);
}
