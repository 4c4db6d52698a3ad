/**
 * Fields whose text is not a value: a number that cannot be read or is missing, a search without a choice. Until they
 * are corrected, no form with one of them is submitted, and no action that uses them runs; the first one gets the focus
 * instead. The app's frame (`unreadGuard`) holds back every submit, and each click marked with `usesFields`.
 */
import type { MouseEvent, SyntheticEvent } from 'react';

const UNREAD = 'data-unread';
const USES_FIELDS = 'data-uses-fields';

/** Marks the input of a field. */
export function unreadMark(isUnread: boolean) {
  return { [UNREAD]: isUnread || undefined };
}

/** For a button or a link that is no submit button, but uses the fields of its form, else of its dialog or page. */
export const usesFields = { [USES_FIELDS]: true } as const;

/** For the frame around all screens. Events of dialogs pass it, too. */
export const unreadGuard = {
  onSubmitCapture: (event: SyntheticEvent<HTMLElement>) => {
    if (event.target instanceof HTMLFormElement) holdBack(event, event.target);
  },
  onClickCapture: (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element)) return;
    const scope = event.target.closest(`[${USES_FIELDS}]`)?.closest('form, [role="dialog"], main');
    if (scope) holdBack(event, scope);
  },
};

function holdBack(event: SyntheticEvent, scope: Element) {
  const unread = scope.querySelector<HTMLElement>(`[${UNREAD}]:enabled`);
  if (unread === null) return;
  event.preventDefault();
  event.stopPropagation();
  unread.focus();
  if (!(unread instanceof HTMLInputElement) || unread.value !== '') return;
  // An empty field says what is missing once it is left.
  unread.blur();
  unread.focus();
}

/**
 * Calls `run` at once, or after the click if a pointer is pressed at the moment. What a field shows when it loses the
 * focus may move the button that was pressed, which would then get no click.
 */
export function whenReleased(run: () => void): void {
  if (document.querySelector(':active') === null) {
    run();
    return;
  }
  const released = new AbortController();
  const settle = () => {
    released.abort();
    requestAnimationFrame(run);
  };
  // By touch, the pointer is released before the field loses the focus.
  for (const end of ['pointerup', 'pointercancel', 'mouseup', 'click', 'dragend', 'blur'] as const) {
    window.addEventListener(end, settle, { capture: true, signal: released.signal });
  }
}
