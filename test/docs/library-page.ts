/** The reference of the library: every public name with its docstring and its declaration in the source. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDirectory } from '../support/sources.ts';
import { page } from './words.ts';

export interface PublicName {
  readonly name: string;
  /** The name in the declaring file. */
  readonly declared: string;
  /** The declaring file, relative to `src`. */
  readonly path: string;
}

/** The names that a module re-exports, in order. */
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

/** The docstring and text of an exported declaration: the head of a function, the public members of a class, or a whole type. */
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

/** The text before the body: up to the first bracket at the end of a line outside all other brackets. */
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
    "Import these functions and types in a program or a test, for example with `import { plan } from '@docform/cli'`. All other names are internal and can change without notice.\n\n" +
      'The entry point `@docform/cli/platform` provides [the reference platform](../guides/test-your-client.md).',
    '## Functions and errors',
    ...sections((text) => !isType(text)),
    '## Types',
    ...sections(isType),
  );
}
