/** What the marks of money and holdings from outside stand for in a chart. Pure. */
export function flowName(flows: readonly { readonly kind: string }[]): string {
  const isBooked = flows.every(({ kind }) => kind === 'deposit' || kind === 'withdrawal');
  return isBooked ? 'deposit or withdrawal' : 'deposit, withdrawal or manual change';
}
