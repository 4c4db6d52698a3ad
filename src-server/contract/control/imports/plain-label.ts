/** Labels of columns and types in files, as they are compared. */

/** Returns the text in lower case, without accents, marks and spaces. */
export function plainLabel(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
