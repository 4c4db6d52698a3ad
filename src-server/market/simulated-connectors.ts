/**
 * The simulated exchanges' side of the wire: takes orders, matches them slice by slice while the venue trades, and
 * reports with latency. Holds its orders in the venue book, so a restart finds them where they stood. Knows nothing of
 * portfolios or cash; who hears the reports is told to it once.
 */
import type { Kernel } from '../kernel/kernel.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { Calendars } from './calendar.ts';
import type { ConnectorReports, ExchangeConnectors, FillReport, RoutedOrder } from './exchange-connectors.ts';
import type { VenueMatching } from './matching.ts';
import type { VenueBook, VenueOrder } from './venue-book.ts';

const SLICE_TIMER = 'venue.slice';
const FILL_TIMER = 'venue.fill';
const RETURN_TIMER = 'venue.return';

export class SimulatedConnectors implements ExchangeConnectors {
  readonly #matching: VenueMatching;
  readonly #book: VenueBook;
  readonly #calendars: Calendars;

  constructor(
    kernel: Kernel,
    book: VenueBook,
    calendars: Calendars,
    matching: VenueMatching,
    reports: ConnectorReports,
  ) {
    this.#matching = matching;
    this.#book = book;
    this.#calendars = calendars;
    kernel.onTimer(SLICE_TIMER, (unit, payload) => this.#slice(unit, Number(payload)));
    kernel.onTimer(FILL_TIMER, (unit, payload) => reports.onFill(unit, payload as unknown as FillReport));
    kernel.onTimer(RETURN_TIMER, (unit, payload) => reports.onReturn(unit, String(payload)));
  }

  /** Every simulated exchange is connected. */
  isConnected(mic: string): boolean {
    return this.#calendars.has(mic);
  }

  submit(unit: UnitOfWork, { quantityMicro, ...order }: RoutedOrder): void {
    const venueOrderId = this.#book.add({ ...order, filledMicro: 0, remainingMicro: quantityMicro, sliceIndex: 0 });
    const arrivedMs = unit.nowMs + this.#matching.submitLatencyMs(order.mic, order.orderId);
    const firstMs = this.#matching.nextSliceAt(order.mic, order.orderId, 0, arrivedMs);
    unit.schedule(firstMs, SLICE_TIMER, venueOrderId);
  }

  #slice(unit: UnitOfWork, venueOrderId: number): void {
    const order = this.#book.find(venueOrderId);
    if (order === null) return;
    const { orderId, mic, sliceIndex } = order;
    const fill = this.#matching.matchSlice(order, unit.nowMs);
    const reportMs = unit.nowMs + this.#matching.reportLatencyMs(mic, orderId, sliceIndex);
    if (fill !== null) {
      const report: FillReport = { ...fill, orderId, executedMs: unit.nowMs };
      unit.schedule(reportMs, FILL_TIMER, { ...report });
    }
    this.#goOn(unit, afterSlice(order, fill?.quantityMicro ?? 0), reportMs);
  }

  #goOn(unit: UnitOfWork, order: VenueOrder, reportMs: number): void {
    const { venueOrderId, orderId, mic, sliceIndex, remainingMicro } = order;
    if (remainingMicro === 0) {
      this.#book.remove(venueOrderId);
      return;
    }
    const nextMs = this.#matching.nextSliceAt(mic, orderId, sliceIndex, unit.nowMs);
    const isNextDay = nextMs > (this.#calendars.get(mic)?.nextClose(unit.nowMs) ?? nextMs);
    if (isNextDay && order.limitPriceMicro !== null) {
      this.#book.remove(venueOrderId);
      unit.schedule(reportMs, RETURN_TIMER, orderId);
      return;
    }
    this.#book.update(order);
    unit.schedule(nextMs, SLICE_TIMER, venueOrderId);
  }
}

function afterSlice(order: VenueOrder, quantityMicro: number): VenueOrder {
  return {
    ...order,
    filledMicro: order.filledMicro + quantityMicro,
    remainingMicro: order.remainingMicro - quantityMicro,
    sliceIndex: order.sliceIndex + 1,
  };
}
