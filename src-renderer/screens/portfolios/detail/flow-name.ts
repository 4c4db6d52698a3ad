/** Labels of a chart's marks of cash and holdings from outside. Pure. */
export function flowName(flows: readonly { readonly kind: string }[]): string {
  const isBooked = flows.every(({ kind }) => kind === 'deposit' || kind === 'withdrawal');
  return isBooked ? 'deposit or withdrawal' : 'deposit, withdrawal or manual change';
}
