/** Differences, always with their sign: what is more than estimated, and what is less. */
import { formatMoney } from '../../../components/format/format-number.ts';

/** `+12.30`, `−0.40`, `0.00`. */
export function signedMoney(amount: number): string {
  const text = formatMoney(amount);
  return amount > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** `+4.2`, `−0.3`, `0.0`: basis points with one decimal. */
export function signedBps(bps: number): string {
  const text = Math.abs(bps).toFixed(1);
  if (!/[1-9]/.test(text)) return '0.0';
  return `${bps > 0 ? '+' : '\u2212'}${text}`;
}
