/**
 * Reads a Flex Query of Interactive Brokers (XML) as tables: elements of the same name are rows, their attributes are
 * columns, and the first column has the element's name.
 */
import { createTextPlaces } from '../../scenario/load/text-places.ts';
import { type ImportIssues, lineOf, type SourceFile } from '../source-file.ts';
import { MAX_CELLS, MAX_TABLE_COLUMNS } from '../tables/read-table.ts';
import { childrenOf, readXml, type XmlNode } from '../xml/read-xml.ts';
import { tableLayoutOf } from './broker-layouts.ts';
import type { PortfolioTable } from './portfolio-table.ts';

/** Whether a text begins like a Flex Query. */
export function isFlexQuery(text: string): boolean {
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?<FlexQueryResponse[\s>]/.test(text);
}

/** Returns tables with a known layout; other elements are reported by name. */
export function readFlexQuery(source: SourceFile, findings: ImportIssues): PortfolioTable[] {
  const text = source.text.replace(/^\uFEFF/, '');
  const read = readXml(text);
  if (!read.ok) {
    const { line, column, issue } = read;
    findings.issues.push({ file: source.name, line, column, name: '', issue: `is not well-formed XML: ${issue}` });
    return [];
  }
  const places = createTextPlaces(text);
  const elements = childrenOf(read.root, 'FlexStatements')
    .flatMap((list) => childrenOf(list, 'FlexStatement'))
    .flatMap(({ children }) => children)
    .flatMap((section) => (section.children.length > 0 ? section.children : withAttributes(section)));
  const tables = [...Map.groupBy(elements, ({ name }) => name)].flatMap(([name, own]) => {
    const [first] = own;
    const header = [...new Set([name, ...own.flatMap(({ attributes }) => Object.keys(attributes))])];
    if (first === undefined) return [];
    const place = { file: source.name, ...places.placeOf(first.offset), name };
    if (header.length > MAX_TABLE_COLUMNS || header.length * own.length > MAX_CELLS) {
      findings.issues.push({
        ...place,
        issue: `has too many elements (${own.length}, with ${header.length} attributes)`,
      });
      return [];
    }
    if (tableLayoutOf(header) === null) {
      findings.leftOut.push({
        ...place,
        issue: `is the first <${name}> (of ${own.length}), which is not a known layout`,
      });
      return [];
    }
    return [tableOf(source.name, header, own, places)];
  });
  if (tables.length === 0 && findings.issues.length === 0) {
    const issue = 'has no known element; include trades with their executions in the Flex Query';
    findings.issues.push({ ...lineOf(source.name, 1), issue });
  }
  return tables;
}

function withAttributes(element: XmlNode): readonly XmlNode[] {
  return Object.keys(element.attributes).length > 0 ? [element] : [];
}

function tableOf(
  file: string,
  header: readonly string[],
  elements: readonly XmlNode[],
  places: ReturnType<typeof createTextPlaces>,
): PortfolioTable {
  const rows = elements.map(({ name, attributes, offset }) => {
    const { line, column: at } = places.placeOf(offset);
    const cells = header.map((each, index) => (index === 0 ? name : (attributes[each] ?? '').trim()));
    return { line, at, cells };
  });
  return {
    file,
    delimiter: '',
    header,
    headerLine: rows[0]?.line ?? 1,
    rows,
    isQuoted: () => true,
    isStored: () => false,
    partsFrom: header.length,
    placeOf: ({ line, at = 1 }, column) => ({ file, line, column: at, name: header[column] ?? '' }),
  };
}
