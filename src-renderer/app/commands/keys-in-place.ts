/** Keys that a part of a screen answers itself while it has the focus; here so that the sheet can tell them. */
export const KEYS_IN_PLACE: readonly { readonly keys: string; readonly title: string }[] = [
  { keys: 'up down', title: 'From row to row of a table, from step to step of a trace' },
  { keys: 'enter', title: 'Open the row' },
  { keys: 'right left', title: 'Along the links and buttons of a row, and back to it' },
  { keys: 'left right', title: 'Fold and unfold a step of a trace' },
  { keys: 'pageup pagedown', title: 'Ten events back and on, on a timeline' },
  {
    keys: '+ −',
    title: 'Fewer and more bars of a price chart; Shift with ← → and the page keys move it, End goes to now',
  },
  { keys: 'esc', title: 'Close the dialog or inspector; empty the filter' },
];
