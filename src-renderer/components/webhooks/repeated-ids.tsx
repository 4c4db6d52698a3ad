/** Warns about receivers outside the world when it goes back: they retain what they received, and ids are reused. */
import { useWebhooks } from '../../api/webhooks-api.ts';

/** Nothing if no webhook is registered. For a dialog that asks before the world goes back. */
export function RepeatedIds() {
  const webhooks = useWebhooks().data?.webhooks ?? [];
  if (webhooks.length === 0) return null;
  return (
    <p>
      Receivers keep what they got. Ids follow from the seed, so webhooks sent after this have the same ids again, with
      other contents where you do something else. If your receiver skips ids it has seen, clear those that it got after
      that time.
    </p>
  );
}
