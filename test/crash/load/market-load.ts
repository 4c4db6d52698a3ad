/** Changes of the market, faults and stubs, which do not affect the other requests. */
import type { Life } from './life.ts';

const PINNED = ['US0378331005', 'CH0038863350', 'GB00BP6MXD84'];
const MAX_OF_A_KIND = 12;

export async function changeMarket(life: Life): Promise<unknown> {
  const { known, first, draws } = life;
  const number = known.newNumber();
  const isin = draws.pick(PINNED) ?? '';
  const path = `/v1/never-${number}`;
  const few = (kind: string) => first.ledger.list(kind).length < MAX_OF_A_KIND;
  const changes = [
    () => {
      const mid = draws.between(1000, 9999) / 100;
      return life.change(first, { [`pin ${isin}`]: String(mid) }, 'POST', '/sim/market/pins', {
        isin,
        mid,
        currency: 'EUR',
      });
    },
    () => life.change(first, { [`pin ${isin}`]: null }, 'DELETE', `/sim/market/pins/${isin}`),
    () => {
      const size = -number / 1_000_000;
      const body = { isin, kind: 'jump', size, at: '2031-03-03T10:00:00Z' };
      return few('jump') && life.change(first, { [`jump ${size}`]: 'scheduled' }, 'POST', '/sim/market/events', body);
    },
    () => end(life, 'jump', 'cancelled', '/sim/market/events'),
    () => {
      const body = { kind: 'api_error', code: 'internal_error', match: { path } };
      return few('fault') && life.change(first, { [`fault ${path}`]: 'active' }, 'POST', '/sim/faults', body);
    },
    () => end(life, 'fault', 'over', '/sim/faults'),
    () => {
      const body = { match: { path }, answer: { status: 503, text: 'none' } };
      return few('stub') && life.change(first, { [`stub ${path}`]: 'active' }, 'POST', '/sim/stubs', body);
    },
    () => end(life, 'stub', 'over', '/sim/stubs'),
    () => {
      const participation = draws.between(1, 99) / 100;
      const change = { 'participation XLON': String(participation) };
      return life.change(first, change, 'PATCH', '/sim/exchanges/XLON', { participation });
    },
    () => {
      const at = new Date(Date.UTC(2031, 0, 6) + number * 86_400_000).toISOString();
      const body = { kind: 'split', isin: 'CH0038863350', ex_at: at, ratio: { new: 3, old: 1 } };
      return (
        few('action') &&
        life.change(first, { [`action ${at}`]: 'scheduled' }, 'POST', '/sim/market/corporate-actions', body)
      );
    },
    () => end(life, 'action', 'cancelled', '/sim/market/corporate-actions'),
  ];
  return draws.pick(changes)?.();
}

async function end(life: Life, kind: string, status: string, path: string): Promise<void> {
  const { first } = life;
  const chosen = life.pick(kind, (name) => first.ledger.get(`${kind} ${name}`) !== status);
  if (chosen === null) return;
  await life.change(first, { [`${kind} ${chosen.name}`]: status }, 'DELETE', `${path}/${chosen.id}`);
}

/** Time passes; its effects are in the log. */
export async function moveClock({ ask, draws }: Life): Promise<void> {
  const by = draws.pick(['700ms', '9s', '4m', '40m', '6h']);
  await ask('POST', '/sim/clock/advance', { by, wait: draws.uniform() < 0.8 });
}
