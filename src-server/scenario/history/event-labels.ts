/** Labels and values that descriptions of events share. */

/** `insufficient_cash` with spaces. */
export function choiceLabel(choice: string): string {
  return choice.replaceAll('_', ' ');
}

/** `2026-04-01 10:00 UTC`. */
export function minuteOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** 0.128 as `12.8 %`; at most two decimals. */
export function percent(share: number): string {
  return `${String(Number((share * 100).toFixed(2))).replace('-', '−')} %`;
}

/** Joined with commas, without empty parts. */
export function listed(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
