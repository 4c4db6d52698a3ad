/** A fault registry on its own kernel and database, without exchanges. Has the defaults of a fault. */
import { formatInstant } from '../../../src-server/domain/numbers/instant.ts';
import type { LoggedEvent } from '../../../src-server/kernel/event-chain.ts';
import type { MarketFault } from '../../../src-server/market/faults/fault.ts';
import { FaultRegistry } from '../../../src-server/market/faults/fault-registry.ts';
import { FaultScheduler } from '../../../src-server/market/faults/fault-scheduler.ts';
import { createSqliteFaultStore } from '../../../src-server/store/market/sqlite-market-stores.ts';
import { createSqliteKernelStore } from '../../../src-server/store/world/sqlite-kernel-store.ts';
import { openKernel, openMemory } from '../../kernel/open-kernel.ts';
import { NOON, SAP } from '../exchange/exchange-fixture.ts';

export const ON_XETRA = { mic: 'XETR', isin: SAP };

/** An open fault that hits everything everywhere from noon on, by default. */
export function someFault(fault: Partial<MarketFault> & Pick<MarketFault, 'kind'>): MarketFault {
  const { faultId = 'ft_1', ...rest } = fault;
  return {
    faultId,
    mic: null,
    isin: null,
    share: 1,
    amount: null,
    cancelsOrders: false,
    fromMs: NOON,
    untilMs: null,
    count: null,
    hits: 0,
    endedMs: null,
    timerSeq: null,
    ...rest,
  };
}

/** A registry with some faults, set in one transaction at noon; also returns the reported begins and ends. */
export function openFaults(faults: readonly MarketFault[] = []) {
  const database = openMemory();
  const kernel = openKernel(database, { startAtMs: NOON });
  const store = createSqliteFaultStore(database);
  const registry = new FaultRegistry(store);
  const reported: string[] = [];
  const note = (what: string) => (unit: { readonly nowMs: number }, fault: MarketFault) =>
    void reported.push(`${what} ${fault.kind} ${formatInstant(unit.nowMs).slice(11, 19)}`);
  const scheduler = new FaultScheduler(kernel, registry, { started: note('began'), ended: note('ended') });
  kernel.onRollback(() => registry.reload());
  kernel.execute(() => {
    for (const fault of faults) registry.put(fault);
  });
  const trigger = (kind: MarketFault['kind'], occurrence: string, place = ON_XETRA) =>
    kernel.execute((unit) => registry.trigger(unit, kind, place, occurrence));
  const events = (type: string): readonly LoggedEvent[] =>
    createSqliteKernelStore(database)
      .after(0, 1_000_000)
      .filter((event) => event.type === type);
  const passTo = (instantMs: number) => void kernel.runUntil(instantMs, 1_000_000, new Set());
  return { kernel, registry, store, scheduler, told: reported, trigger, events, passTo };
}
