/** Opens a file of Portfolio Performance (XML): its elements, its version, and their places. */
import { createTextPlaces } from '../../scenario/load/text-places.ts';
import type { CellPlace, ImportIssues, SourceFile } from '../source-file.ts';
import { childOf, readXml, type XmlNode } from './read-xml.ts';
import { createXmlReferences, type XmlReferences } from './xml-references.ts';

export interface PerformanceDocument {
  readonly root: XmlNode;
  readonly references: XmlReferences;
  readonly version: number;
  readonly placeOf: (node: XmlNode) => CellPlace;
}

const OLDEST_VERSION = 26;

/** Whether a text begins like such a file. */
export function isPortfolioPerformance(text: string): boolean {
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?<client[\s>]/.test(text);
}

/** Returns `null` if it cannot be opened, which is an issue. */
export function openPerformanceDocument(source: SourceFile, findings: ImportIssues): PerformanceDocument | null {
  const text = source.text.replace(/^\uFEFF/, '');
  const read = readXml(text);
  if (!read.ok) {
    const { line, column, issue } = read;
    findings.issues.push({ file: source.name, line, column, name: '', issue: `is not well-formed XML: ${issue}` });
    return null;
  }
  const { root } = read;
  const version = Number(childOf(root, 'version')?.text ?? Number.NaN);
  const places = createTextPlaces(text);
  const placeOf = ({ offset, name }: XmlNode): CellPlace => ({ file: source.name, ...places.placeOf(offset), name });
  if (version >= OLDEST_VERSION) return { root, references: createXmlReferences(root), version, placeOf };
  const issue = `is of a version of Portfolio Performance before ${OLDEST_VERSION}; open and save it there first`;
  findings.issues.push({ ...placeOf(childOf(root, 'version') ?? root), issue });
  return null;
}

/** Returns the text of a child, which may itself be a reference. */
export function nodeText({ references }: Pick<PerformanceDocument, 'references'>, node: XmlNode, name: string): string {
  const child = childOf(node, name);
  return (child === null ? null : references.resolve(child))?.text ?? '';
}
