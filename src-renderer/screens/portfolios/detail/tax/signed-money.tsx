/** A gain or a loss with its sign and colour. */

import { Text } from '@mantine/core';
import { formatMoney } from '../../../../components/format/format-number.ts';

export function SignedMoney({ amount }: { readonly amount: number | null }) {
  if (amount === null)
    return (
      <Text span c="dimmed">
        –
      </Text>
    );
  return (
    <Text span c={toneOf(amount)}>
      {signedMoney(amount)}
    </Text>
  );
}

/** `+12.50`, `−3.00`; nothing is plain `0.00`. */
export function signedMoney(amount: number): string {
  const text = formatMoney(amount);
  return amount > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** Less than half a cent has no colour. */
function toneOf(amount: number): string {
  if (Math.abs(amount) < 0.005) return 'inherit';
  return amount > 0 ? 'ok' : 'fail';
}
