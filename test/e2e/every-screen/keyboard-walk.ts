/**
 * Finds what in a page, or in a dialog over it, cannot be used by keyboard alone: walks it by Tab until the focus comes
 * back, then checks what the walk left out and what did not show its focus. Changes nothing.
 */
import type { CDPSession, Page } from 'playwright';

/** More stops than any screen has, to distinguish a walk that never ends from a long one. */
const MAX_STOPS = 600;
const STOPS_PER_LOOK = 12;

/**
 * Returns one sentence for each fault; none is fine. Walks an open dialog, else the content, where it ends once the
 * focus leaves that, or the bars around it as well. The page's motion has to be reduced: looks are compared at once.
 */
export async function walkFaults(page: Page, withBars = false): Promise<string[]> {
  await page.evaluate(beginWalk, withBars);
  const tabs = await page.context().newCDPSession(page);
  let stops = 0;
  while (stops < MAX_STOPS && !(await page.evaluate(isRound))) {
    await pressTabs(tabs, STOPS_PER_LOOK);
    stops += STOPS_PER_LOOK;
  }
  await tabs.detach();
  const trap = stops < MAX_STOPS ? [] : [await page.evaluate(describeTrap, MAX_STOPS)];
  return [...trap, ...(await page.evaluate(endWalk))];
}

const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };

/** Several at once: the browser handles them in turn, and the test need not wait for each. */
async function pressTabs(tabs: CDPSession, count: number): Promise<void> {
  const press = (type: 'rawKeyDown' | 'keyUp') => tabs.send('Input.dispatchKeyEvent', { type, ...TAB });
  await Promise.all(Array.from({ length: count }, () => [press('rawKeyDown'), press('keyUp')]).flat());
}

interface Walk {
  readonly place: Element;
  readonly reached: Element[];
  readonly unseen: Set<Element>;
  readonly stop: () => void;
}

/** The walk is stored here for the functions below, each of which runs in the page. */
type WalkedWindow = Window & { walk?: Walk };

function beginWalk(withBars: boolean): void {
  const content = withBars ? document.body : (document.querySelector('main') ?? document.body);
  const dialog = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1);
  const reached: Element[] = [];
  const unseen = new Set<Element>();
  const withFocus = new WeakMap<Element, string>();
  /** A control that is not drawn itself has its focus ring on the mark beside it or on its label. */
  const drawnFor = (element: Element) => {
    const { opacity, appearance } = getComputedStyle(element);
    const isDrawn = opacity !== '0' && element.clientWidth > 1 && !(element.matches('input') && appearance === 'none');
    if (isDrawn) return [element, element.parentElement];
    const label = element.closest('label');
    const named =
      element.id === ''
        ? []
        : document.querySelectorAll(`label[for="${CSS.escape(element.id)}"], label[for="${CSS.escape(element.id)}"] *`);
    return [element, ...(element.parentElement?.children ?? []), label, ...(label?.children ?? []), ...named];
  };
  const look = (element: Element) =>
    drawnFor(element)
      .filter((part) => part !== null)
      .map((part) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, backgroundColor, borderColor } =
          getComputedStyle(part);
        const outline = outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
        return [outline, boxShadow, backgroundColor, borderColor].join(' ');
      })
      .join('\n');
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const before = reached.at(-1);
    if (before?.isConnected && before !== target && withFocus.get(before) === look(before)) unseen.add(before);
    reached.push(target);
    withFocus.set(target, look(target));
  };
  if (withBars || dialog !== undefined) (document.activeElement as HTMLElement | null)?.blur();
  else (content as HTMLElement).focus();
  document.addEventListener('focusin', onFocus);
  const stop = () => document.removeEventListener('focusin', onFocus);
  (window as WalkedWindow).walk = { place: dialog ?? content, reached, unseen, stop };
}

function isRound(): boolean {
  const { place, reached } = (window as WalkedWindow).walk as Walk;
  const hasLeft = place.matches('main') && reached.some((each) => each.isConnected && !place.contains(each));
  return hasLeft || reached.lastIndexOf(reached[0] as Element) > 0;
}

function describeTrap(stops: number): string {
  const { reached } = (window as WalkedWindow).walk as Walk;
  const last = reached.slice(-3).map((element) => element.outerHTML.slice(0, 120));
  const focused = `${document.activeElement?.outerHTML.slice(0, 120)}`;
  return `the focus has not come back to the beginning after ${stops} stops, of which ${reached.length} took it; last ${last.join(', ')}; it is on ${focused}`;
}

function endWalk(): string[] {
  const { place, reached, unseen, stop } = (window as WalkedWindow).walk as Walk;
  stop();
  const wasReached = new Set(reached);
  const describeElement = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
    return `${element.tagName.toLowerCase()} “${name}” (${element.getAttribute('class') ?? 'no class'})`;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden=true]') === null &&
    !element.matches(':disabled, [aria-disabled=true]');
  const reachedIn = (frame: Element | null, which: string) =>
    frame !== null && [...frame.querySelectorAll(which)].some((each) => wasReached.has(each));
  /** The patterns in which one stop represents many, whose others the arrows reach. */
  const isByArrows = (element: Element) => {
    if (element instanceof HTMLInputElement && element.type === 'radio')
      return [...document.getElementsByName(element.name)].some((each) => wasReached.has(each));
    const isInRow = element.matches('tr[data-opens], tr[data-opens] [tabindex="-1"]');
    if (isInRow) return reachedIn(element.closest('table'), 'tr[data-opens]');
    if (element.matches('[role=tab]')) return reachedIn(element.closest('[role=tablist]'), '[role=tab]');
    if (element.matches('[role=tree] *')) return reachedIn(element.closest('[role=tree]'), '[role=treeitem]');
    return wasReached.has(element.closest('[role=listbox]') ?? element);
  };
  /** A link in a drawing has the same target as one in the table beside it. */
  const isLinkedElsewhere = (element: Element) =>
    element.closest('svg') !== null &&
    reached.some((each) => each.matches('a') && each.getAttribute('href') === element.getAttribute('href'));
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [role=button], [role=tab], [role=slider], [role=option], [role=treeitem], [contenteditable=true]';
  const faults: string[] = [];
  for (const control of place.querySelectorAll(controls)) {
    if (!isShown(control) || wasReached.has(control) || isByArrows(control) || isLinkedElsewhere(control)) continue;
    // Only the content, or a dialog as a whole, takes the focus from a script only.
    if (control.matches('[tabindex="-1"]:not(a, button, input, select, textarea, tr, [role])')) continue;
    if (control.matches('main, [role=dialog], [role=tooltip]')) continue;
    faults.push(`${describeElement(control)} is not reached`);
  }
  for (const element of wasReached) {
    if (place.matches('[role=dialog]') && element.isConnected && !place.contains(element))
      faults.push(`${describeElement(element)} is reached behind the dialog`);
  }
  for (const element of unseen)
    if (place.contains(element)) faults.push(`${describeElement(element)} does not show that it has the focus`);
  // React stores an element's listeners beside it, in a build for production, too. A tooltip listens to presses.
  for (const element of place.querySelectorAll('*')) {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
    const heard = key === undefined ? {} : (element as unknown as Record<string, Record<string, unknown>>)[key];
    const isPressed = ['onClick', 'onPointerDown', 'onMouseDown'].some((name) => heard?.[name] !== undefined);
    if (!isPressed || !isShown(element) || element.matches(controls) || element.closest('label') !== null) continue;
    // The libraries of these have keyboard equivalents; a chart is zoomed and moved by keys, too.
    if (element.matches('[class*=mantine-], [class*=recharts-], [data-chart-frame], [role=dialog]')) continue;
    faults.push(`${describeElement(element)} answers the pointer and is no control`);
  }
  return faults;
}
