/**
 * Describes tuples of one kind of entry (such as a minimum and a maximum) as lists of a fixed length: tools for OpenAPI
 * require `items` in every list.
 */

/** Changes the schema in place; a tuple of several kinds gets `items: false`, so that nothing may follow. */
export function evenTuple(schema: Record<string, unknown>): void {
  const { prefixItems } = schema;
  if (!Array.isArray(prefixItems) || typeof schema.items === 'object') return;
  const kinds = new Set(prefixItems.map((entry) => JSON.stringify(entry)));
  const isEven = kinds.size === 1;
  schema.items = isEven ? prefixItems[0] : false;
  if (isEven) delete schema.prefixItems;
  schema.minItems = prefixItems.length;
  schema.maxItems = prefixItems.length;
}
