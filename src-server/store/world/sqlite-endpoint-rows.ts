/**
 * Webhook endpoints in SQLite. There are few, and every delivery reads its own several times: they are cached until one
 * changes.
 */
import { eq } from 'drizzle-orm';
import type { EndpointRecord, WebhookStore } from '../../engine/ports/webhook-ports.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import type { RollbackSource } from '../database/row-cache.ts';
import { webhookEndpoints } from '../database/schema-traffic.ts';
import { tableStatements } from '../database/table-statements.ts';

type EndpointRows = Pick<
  WebhookStore,
  'insertEndpoint' | 'updateEndpoint' | 'removeEndpoint' | 'findEndpoint' | 'endpoints'
>;

export function endpointRows(kernel: RollbackSource, database: Pick<WorldDatabase, 'db' | 'sqlite'>): EndpointRows {
  const { db } = database;
  const rows = tableStatements(database, webhookEndpoints);
  const update = rows.prepareUpdate('webhookId');
  const all = rows.prepareSelect('order by created_ms, rowid');
  let cached: ReadonlyMap<string, EndpointRecord> | null = null;
  const endpoints = () => {
    cached ??= new Map(all().map((endpoint) => [endpoint.webhookId, endpoint]));
    return cached;
  };
  const forget = () => {
    cached = null;
  };
  kernel.onRollback(forget);
  return {
    insertEndpoint(endpoint) {
      rows.insert(endpoint);
      forget();
    },
    updateEndpoint(endpoint) {
      update(endpoint);
      forget();
    },
    removeEndpoint(id) {
      forget();
      return db.delete(webhookEndpoints).where(eq(webhookEndpoints.webhookId, id)).run().changes > 0;
    },
    findEndpoint: (id) => endpoints().get(id) ?? null,
    endpoints: () => [...endpoints().values()],
  };
}
