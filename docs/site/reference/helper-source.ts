/**
 * Reads the helpers of `ballast/testing` and of the Python client from their sources: names, signatures and
 * descriptions. The sources are formatted by machine, so their text is enough.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Helper {
  readonly name: string;
  /** As it is declared, on one line. */
  readonly signature: string;
  readonly description: string;
}

/** A member of an interface that is not a function. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly description: string;
}

const COMMENT = /^\s*\/\*\*([\s\S]*?)\*\//;

/** The members that an interface of a file declares, in its order. */
export function interfaceOf(root: string, file: string, name: string): { helpers: Helper[]; members: Member[] } {
  const source = readFileSync(join(root, file), 'utf8');
  const [, opening = ''] = new RegExp(`(^export interface ${name}\\b[\\s\\S]*?\\{\\n)`, 'm').exec(source) ?? [];
  if (opening === '') throw new Error(`${file} has no interface ${name}`);
  const start = source.indexOf(opening) + opening.length;
  let rest = source.slice(start, source.indexOf('\n}\n', start) + 1);
  const helpers: Helper[] = [];
  const members: Member[] = [];
  while (rest.trim() !== '') {
    const comment = COMMENT.exec(rest);
    if (comment !== null) rest = rest.slice(comment[0].length);
    const length = declarationLength(rest);
    const declared = inOneLine(rest.slice(0, length));
    rest = rest.slice(length + 1);
    const description = sentences(comment?.[1] ?? '');
    const [, own = '', mark, type = ''] = /^(?:readonly )?(\w+)(\??): (.+)$/.exec(declared) ?? [];
    const [, called] = /^(\w+)(?:<[^(]*>)?\(/.exec(declared) ?? [];
    if (called !== undefined) helpers.push({ name: called, signature: declared, description });
    else if (own !== '') members.push({ name: own, type, isOptional: mark === '?', description });
  }
  return { helpers, members };
}

/** An exported function of a file. */
export function functionOf(root: string, file: string, name: string): Helper {
  const source = readFileSync(join(root, file), 'utf8');
  const declared = new RegExp(
    `/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\nexport async function (${name}\\([\\s\\S]*?\\): .*) \\{\\n`,
  );
  const [, comment = '', signature] = declared.exec(source) ?? [];
  if (signature === undefined) throw new Error(`${file} has no function ${name}`);
  // A destructured argument is one argument.
  const whole = inOneLine(signature).replace(/\(\{ [^}]*\}: /, '(options: ');
  return { name, signature: whole, description: sentences(comment) };
}

/** The public methods of a class of the Python client, in their order. */
export function methodsOf(root: string, file: string, name: string): Helper[] {
  const source = readFileSync(join(root, 'clients/python/src/ballast', file), 'utf8');
  const [, body] = new RegExp(`^class ${name}\\b.*\\n([\\s\\S]*?)(?=^\\S|$(?![\\s\\S]))`, 'm').exec(source) ?? [];
  if (body === undefined) throw new Error(`${file} has no class ${name}`);
  const methods = body.matchAll(/^ {4}def ([a-z]\w*)\(([\s\S]*?)\) -> (.*):\n(?: {8}"""([\s\S]*?)""")?/gm);
  return [...methods].map(([, method = '', parameters = '', returns = '', text = '']) => {
    const words = inOneLine(parameters)
      .replace(/^(?:self|cls)(?:, )?/, '')
      .replace(/,$/, '');
    return {
      name: method,
      signature: `${method}(${words}) -> ${returns.replaceAll('"', '')}`,
      description: text
        .replaceAll(/^ {8}/gm, '')
        .replaceAll(/(?<!\n)\n(?!\n)/g, ' ')
        .replaceAll('``', '`')
        .trim(),
    };
  });
}

/** Up to the semicolon that ends it. */
function declarationLength(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (character === ';' && depth === 0) return at;
  }
  return text.length;
}

function inOneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([([]) (?=\S)|,? (?=[)\]])/g, '$1')
    .trim();
}

/** The text of a comment, without its stars. */
function sentences(comment: string): string {
  return comment
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
