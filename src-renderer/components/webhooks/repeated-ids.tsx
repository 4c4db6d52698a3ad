/** Warns about receivers outside the world when it goes back: they retain what they received, and ids are reused. */
import { useWebhooks } from '../../api/webhooks-api.ts';

/** Nothing if no webhook is registered. For a dialog that asks before the world goes back. */
export function RepeatedIds() {
  const webhooks = useWebhooks().data?.webhooks ?? [];
  if (webhooks.length === 0) return null;
  return (
    <p>
      Your receivers keep the webhooks they have received. Ids follow from the seed, so new webhooks reuse the ids of
      those that were undone, possibly with different contents. If your receiver skips ids that it has seen, clear those
      received after that time.
    </p>
  );
}
