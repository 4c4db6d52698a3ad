/**
 * Finds what in a page cannot be reached by pointer: controls that are covered or outside the scrollable area, and
 * pages that have to be scrolled sideways. In the present window.
 */
import type { Page } from 'playwright';

/** Returns one sentence for each fault; none is fine. */
export function unreachableControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} px wide`);
    const main = document.querySelector('main');
    if (main !== null && main.scrollWidth > main.clientWidth + 1) {
      faults.push(`the content is ${main.scrollWidth} px wide, its frame ${main.clientWidth} px`);
    }
    // While a dialog is open, everything behind it is covered on purpose.
    const place = document.querySelector('[role=dialog][aria-modal=true]') ?? document;
    const controls = place.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=slider], summary',
    );
    for (const control of controls) {
      if (!control.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true }))
        continue;
      if (control.closest('[inert], [aria-hidden=true], .sr-only') !== null) continue;
      // Drawn by a label or a track beside it, which takes the click.
      if (control.offsetWidth <= 1 || control.offsetHeight <= 1) continue;
      if (control.matches(':disabled')) continue;
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const label = control.closest('label');
      const isHit = hit !== null && (control.contains(hit) || hit.contains(control) || label?.contains(hit) === true);
      // If the control itself is cut off, an element around it is hit too, so it has to be a near one.
      if (isHit && !(hit.contains(control) && hit !== control && hit.matches('html, body, #root, .shell, .main')))
        continue;
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40) ?? '';
      const under =
        hit === null ? 'outside the window' : `under <${hit.tagName.toLowerCase()} class="${hit.className}">`;
      faults.push(`${control.tagName.toLowerCase()} “${name}” at ${Math.round(left)},${Math.round(top)} lies ${under}`);
    }
    return faults;
  });
}
