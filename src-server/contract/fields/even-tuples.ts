/**
 * Tuples of one kind of entry (a least and a most), as lists of a fixed length: readers of OpenAPI ask every list for
 * its `items`.
 */

/** In place; a tuple of several kinds says by `items: false` that nothing follows. */
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
