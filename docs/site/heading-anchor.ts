/** The anchor of a heading as code hosts generate it, so that links to a part of a page work there and in the site. */

export function headingAnchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
