/** A reason from the service, which has no capital letter and no full stop, as a sentence of its own. */
export function asSentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
