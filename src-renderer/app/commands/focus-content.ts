/** Moves the focus where a command leads: to the screen, or into its filter. */

/** The next Tab then goes to the first control of the screen, however one came there. */
export function focusContent(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

/** Where the view has no filter, nothing happens. */
export function focusFilter(): void {
  const field = document.querySelector<HTMLInputElement>('main [data-view-filter]');
  field?.focus();
  field?.select();
}
