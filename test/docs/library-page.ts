/** The reference of the library: every public name with its docstring and its declaration, as the source has them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDirectory } from '../support/sources.ts';
import { page } from './words.ts';

export interface PublicName {
  readonly name: string;
  /** What it is called where it is declared. */
  readonly declared: string;
  /** Where it is declared, below `src`. */
  readonly path: string;
}

/** The names that a module exports again, in its order. */
export function publicNames(source: string): readonly PublicName[] {
  return [...source.matchAll(/^export (?:type )?\{([^}]+)\} from '\.\/(.+)';$/gm)].flatMap(([, list = '', path = '']) =>
    list
      .split(',')
      .map((word) => word.trim().replace(/^type /, ''))
      .filter((word) => word !== '')
      .map((word) => {
        const [declared = '', name = declared] = word.split(' as ');
        return { name, declared, path };
      }),
  );
}

interface Declaration {
  readonly doc: string;
  readonly text: string;
}

/** The docstring of an exported declaration and its text: of a function its head, of a class what is public in it, of a type all of it. */
export function declarationOf(source: string, name: string): Declaration | undefined {
  const found = new RegExp(
    `^(?:/\\*\\* (.+?) \\*/\\n)?export (?:async )?(function|interface|class|type) ${name}\\b`,
    'm',
  ).exec(source);
  if (found === null) return undefined;
  const [whole, doc = '', kind] = found;
  const start = found.index + whole.lastIndexOf('export ');
  const rest = source.slice(start).replace(/^export (async )?/, '');
  if (kind === 'function') return { doc, text: headOf(rest) };
  if (kind === 'class') return { doc, text: (/^[\s\S]*?(?=\n {2}constructor)/.exec(rest) ?? [''])[0].concat('\n}') };
  return { doc, text: (/^[\s\S]*?\n\}/.exec(rest) ?? [''])[0] };
}

/** Up to the bracket of the body: the first that opens where nothing else is open, at the end of a line. */
function headOf(text: string): string {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[({[]|[)}\]]/g)) {
    if (depth === 0 && bracket === '{' && text[index + 1] === '\n') return text.slice(0, index).trimEnd();
    depth += '({['.includes(bracket) ? 1 : -1;
  }
  return '';
}

const entry = 'src/index.ts';

function read(path: string): string {
  return readFileSync(join(projectDirectory, path), 'utf8');
}

function sections(isWanted: (text: string) => boolean): readonly string[] {
  return publicNames(read(entry))
    .map(({ name, declared, path }) => ({ name, declaration: declarationOf(read(`src/${path}`), declared), declared }))
    .filter(({ declaration }) => isWanted(declaration?.text ?? ''))
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
    .map(({ name, declared, declaration: { doc, text } = { doc: '', text: '' } }) => {
      const said = text.replace(new RegExp(`\\b${declared}\\b`), name);
      return `### ${name}\n\n${doc}\n\n\`\`\`ts\n${said}\n\`\`\``;
    });
}

export function libraryPage(): string {
  const isType = (text: string): boolean => text.startsWith('interface ') || text.startsWith('type ');
  return page(
    'Library',
    "Import these functions and types in a program or a test, for example with `import { plan } from 'docform'`. All other names are internal and can change without notice.\n\n" +
      'The entry point `docform/platform` provides [a local platform](../guides/test-your-client.md).',
    '## Functions and errors',
    ...sections((text) => !isType(text)),
    '## Types',
    ...sections(isType),
  );
}
