/**
 * Replaces the engine in tests of exchanges alone: records every report with its instant of arrival, without checks.
 */
import type { UnitOfWork } from '../../../src-server/kernel/unit-of-work.ts';
import type { ConnectorReports, FillReport, OrderTermination } from '../../../src-server/market/exchange-connectors.ts';

export type Recorded =
  | { readonly kind: 'acknowledged'; readonly orderId: string; readonly atMs: number; readonly reconciled: boolean }
  | { readonly kind: 'fill'; readonly orderId: string; readonly atMs: number; readonly fill: FillReport }
  | { readonly kind: 'ended'; readonly orderId: string; readonly atMs: number; readonly termination: OrderTermination }
  | { readonly kind: 'available'; readonly orderId: null; readonly atMs: number; readonly mic: string };

export class ReportRecorder implements ConnectorReports {
  readonly all: Recorded[] = [];

  onAcknowledged(unit: UnitOfWork, orderId: string, reconciled: boolean): void {
    this.all.push({ kind: 'acknowledged', orderId, atMs: unit.nowMs, reconciled });
  }

  onFill(unit: UnitOfWork, fill: FillReport): void {
    this.all.push({ kind: 'fill', orderId: fill.orderId, atMs: unit.nowMs, fill });
  }

  onTerminated(unit: UnitOfWork, orderId: string, termination: OrderTermination): void {
    this.all.push({ kind: 'ended', orderId, atMs: unit.nowMs, termination });
  }

  onAvailable(unit: UnitOfWork, mic: string): void {
    this.all.push({ kind: 'available', orderId: null, atMs: unit.nowMs, mic });
  }

  /** The reports of an order, in their order of arrival: `acknowledged`, `fill`, `ended`. */
  storyOf(orderId = 'or_1'): string[] {
    return this.all.filter((each) => each.orderId === orderId).map(({ kind }) => kind);
  }

  fillsOf(orderId = 'or_1'): FillReport[] {
    return this.all.flatMap((each) => (each.kind === 'fill' && each.orderId === orderId ? [each.fill] : []));
  }

  filledMicro(orderId = 'or_1'): number {
    return this.fillsOf(orderId).reduce((sum, { quantityMicro }) => sum + quantityMicro, 0);
  }

  endingsOf(orderId = 'or_1'): OrderTermination[] {
    return this.all.flatMap((each) => (each.kind === 'ended' && each.orderId === orderId ? [each.termination] : []));
  }

  /** Whether each acknowledgement of an order came from a query. */
  acknowledgedOf(orderId = 'or_1'): boolean[] {
    return this.all.flatMap((each) =>
      each.kind === 'acknowledged' && each.orderId === orderId ? [each.reconciled] : [],
    );
  }

  /** When exchanges were reported as available. */
  availableAt(mic = 'XETR'): number[] {
    return this.all.flatMap((each) => (each.kind === 'available' && each.mic === mic ? [each.atMs] : []));
  }
}
