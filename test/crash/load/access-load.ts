/** Accounts, keys, webhook endpoints and their sinks. */
import type { Life } from './life.ts';

const MAX_OF_A_KIND = 6;

export async function changeAccess(life: Life): Promise<unknown> {
  const { known, first, draws } = life;
  const few = (kind: string) => first.ledger.list(kind).length < MAX_OF_A_KIND;
  const changes = [
    () => {
      const id = known.newName('account');
      const body = { account_id: id, name: id, tier: 'starter' };
      return (
        few('account') && life.change(first, { [`account ${id}`]: `${id} starter` }, 'POST', '/sim/accounts', body)
      );
    },
    () => {
      const id = draws.pick(first.ledger.list('account'));
      if (id === undefined) return null;
      const change = { [`account ${id}`]: `${id} growth` };
      return life.change(first, change, 'PATCH', `/sim/accounts/${id}`, { tier: 'growth' });
    },
    () => {
      const [name, account] = [known.newName('key'), draws.pick(first.ledger.list('account'))];
      if (account === undefined || !few('key')) return null;
      return life.change(first, { [`key ${name}`]: 'active' }, 'POST', '/sim/keys', { account_id: account, name });
    },
    () => {
      const key = life.pick('key', (name) => first.ledger.get(`key ${name}`) === 'active');
      return key && life.change(first, { [`key ${key.name}`]: 'revoked' }, 'DELETE', `/sim/keys/${key.id}`);
    },
    () => {
      const url = `/sim/sink/${known.newName('load')}`;
      return few('webhook') && life.change(first, { [`webhook ${url}`]: 'enabled' }, 'POST', '/sim/webhooks', { url });
    },
    () => {
      const name = known.newName('scripted');
      const script = { answers: [{ status: 503, times: 2 }], afterwards: 'accept' };
      return few('sink') && life.change(first, { [`sink ${name}`]: 'scripted' }, 'PUT', `/sim/sinks/${name}`, script);
    },
    () => {
      const name = draws.pick(first.ledger.list('sink'));
      return (
        name !== undefined && life.change(first, { [`sink ${name}`]: null }, 'DELETE', `/sim/sinks/${name}/answers`)
      );
    },
    () => {
      const webhook = life.pick('webhook');
      if (webhook === null) return null;
      const about = `webhook ${webhook.name}`;
      const status = first.ledger.get(about) === 'paused' ? 'enabled' : 'paused';
      return life.change(first, { [about]: status }, 'PATCH', `/sim/webhooks/${webhook.id}`, { status });
    },
    () => {
      const webhook = life.pick('webhook');
      return (
        webhook && life.change(first, { [`webhook ${webhook.name}`]: null }, 'DELETE', `/sim/webhooks/${webhook.id}`)
      );
    },
  ];
  return draws.pick<() => Promise<unknown> | null | false>(changes)?.();
}
