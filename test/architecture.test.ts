/** The dependency rules of ARCHITECTURE hold: allowed imports between folders, access to the outside, and no cycles. */
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { type Import, importsOf, readSources } from './support/sources.ts';

const sources = readSources('src');
const imports: readonly Import[] = sources.flatMap(importsOf);
/** The only imported data file contains the version of the package. */
const manifest = 'package.json';
const internal = imports.filter(({ isPackage, to }) => !isPackage && to !== manifest);

/** Folders or files that each top-level folder can import, in addition to itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  disk: [],
  contract: [],
  kinds: ['core', 'contract'],
  'kinds/declaration': ['core', 'kinds/renames.ts', 'kinds/shape.ts', 'kinds/field.ts'],
  'access/audience': ['access/facts.ts', 'access/reason.ts', 'core', 'kinds/shape.ts', 'kinds/field.ts'],
  plan: ['access/audience', 'core', 'kinds/renames.ts', 'kinds/shape.ts', 'kinds/field.ts'],
  config: ['core', 'kinds/declaration', 'disk', 'kinds/renames.ts', 'kinds/shape.ts', 'kinds/field.ts'],
  'remote/client': ['core', 'contract'],
  'remote/live': [
    'access/facts.ts',
    'core',
    'contract',
    'kinds/define-kind.ts',
    'kinds/reading.ts',
    'kinds/renames.ts',
    'kinds/shape.ts',
    'kinds/field.ts',
  ],
  access: ['core', 'contract/roles.ts'],
  'review/impact': [
    'access/facts.ts',
    'access/reason.ts',
    'access/audience',
    'core',
    'kinds/declaration/resources.ts',
    'review/drift/entry.ts',
    'plan/result',
    'kinds/shape.ts',
    'kinds/field.ts',
  ],
  'review/expect': [
    'access/audience',
    'core',
    'review/impact',
    'kinds/shape.ts',
    'plan/guards/policy/policy-guards.ts',
    'plan/result',
  ],
  apply: [
    'core',
    'contract',
    'plan',
    'ledger',
    'kinds/define-kind.ts',
    'kinds/reading.ts',
    'kinds/shape.ts',
    'kinds/field.ts',
  ],
  ledger: ['core', 'disk'],
  forge: ['core'],
  markup: [],
  report: ['access', 'core', 'disk/shipped-text.ts', 'review/drift', 'markup', 'plan'],
  server: ['contract', 'disk/shipped-text.ts', 'markup'],
  import: ['core', 'kinds/declaration', 'kinds/renames.ts', 'kinds/shape.ts', 'kinds/field.ts', 'config'],
  edit: ['core', 'kinds/declaration', 'kinds/renames.ts', 'kinds/shape.ts', 'kinds/field.ts', 'config'],
  'review/drift': ['core', 'kinds/declaration', 'plan', 'kinds/renames.ts', 'kinds/shape.ts', 'kinds/field.ts'],
  language: ['core', 'kinds/declaration', 'kinds/shape.ts', 'kinds/field.ts', 'config', 'edit'],
  library: [
    ...[
      'access',
      'core',
      'contract',
      'review/expect',
      'review/impact',
      'kinds',
      'plan',
      'config',
      'remote/client',
      'remote/live',
      'apply',
      'ledger',
      'report',
    ],
    ...['kinds/declaration', 'import', 'edit', 'review/drift', 'forge', 'language'],
  ],
  'index.ts': ['library', 'core', 'plan', 'ledger'],
  cli: [
    ...['library', 'server/index.ts', 'report', 'core', 'disk', 'remote/client', 'config', 'edit'],
    ...['forge', 'import', 'ledger', 'remote/live', 'plan'],
  ],
};

/** Packages and node: modules with side effects or a high cost, and the only places that can use them. */
const packagePlaces: readonly { readonly name: RegExp; readonly places: RegExp }[] = [
  { name: /^node:http2?s?$/, places: /^src\/server\/http\/listen\.ts$/ },
  { name: /^node:net$/, places: /^src\/(server\/http\/listen|remote\/client\/(http|exchange)|cli\/.*)\.ts$/ },
  {
    name: /^node:(fs|os)$/,
    places:
      /^src\/(disk\/.*|config\/files\/(load|find-configuration)|ledger\/(file\/[a-z-]+|process-table|[a-z-]*backend)|server\/sqlite\/.*|cli\/.*)\.ts$/,
  },
  { name: /^node:path$/, places: /^src\/(disk|config|ledger|server\/sqlite\/.*|cli)\b/ },
  { name: /^node:(module|timers|url)$/, places: /^src\/(remote\/client|apply|config|cli|server)\// },
  {
    name: /^node:(crypto|buffer)$/,
    places: /^src\/((disk|ledger|server|remote\/client)\/|(contract\/certificate|cli\/io\/forge-run)\.ts$)/,
  },
  { name: /^node:(readline|process|util|tty|stream)$/, places: /^src\/cli\// },
  { name: /^node:/, places: /^src\/(config|ledger|server|remote\/client|cli)\// },
  { name: /^undici$/, places: /^src\/remote\/client\// },
  { name: /^libsql$/, places: /^src\/server\/sqlite\// },
  { name: /^minisearch$/, places: /^src\/server\/resources\/search\.ts$/ },
  { name: /^(hono|@hono\/node-server)$/, places: /^src\/server\// },
  { name: /^(ajv|ajv-formats)$/, places: /^src\/(server\/|config\/|report\/plan\/read-plan\.ts$)/ },
  { name: /^@sinclair\/typebox$/, places: /^src\/(contract|kinds|server)\// },
  { name: /^@noble\/hashes$/, places: /^src\/core\/digest\.ts$/ },
  {
    name: /^yaml$/,
    places: /^src\/(config\/|edit\/|language\/|server\/(resources\/openapi-specification|fixture\/read)\.ts$)/,
  },
  { name: /^re2js$/, places: /^src\/config\/policy\/linear-pattern\.ts$/ },
  { name: /^markdown-it$/, places: /^src\/server\/rules\/markdown\.ts$/ },
  { name: /^jose$/, places: /^src\/server\/resources\/people\.ts$/ },
  { name: /^pg$/, places: /^src\/ledger\/postgres\/postgres-connection\.ts$/ },
  { name: /^acorn$/, places: /^src\/core\/condition\.ts$/ },
  { name: /^fastest-levenshtein$/, places: /^src\/(config\/|plan\/document\/likely-renames\.ts$)/ },
  { name: /^(fast-json-patch|diff)$/, places: /^src\/(report|edit)\// },
  { name: /^vscode-languageserver/, places: /^src\/cli\/language-server\// },
  { name: /^(commander|picocolors|log-update|@clack\/prompts)$/, places: /^src\/cli\// },
];

/** Globals of the process, and the only places that can use them. */
const globalPlaces: readonly { readonly name: RegExp; readonly places: RegExp }[] = [
  { name: /(?<![.\w])process\s*[.[]/, places: /^src\/cli\// },
  // Runners execute some log lines, so all text passes through `safeIo` of src/cli/io/io.ts, which the command line opens once.
  { name: /process\s*\.\s*std(?:out|err)|processIo\s*\(\s*\)\s*[.{]/, places: /^src\/cli\/io\/io\.ts$/ },
  { name: /(?<!async )\bprocessIo\(/, places: /^src\/cli\/(io\/io|main)\.ts$/ },
  { name: /\bconsole\s*\.|\bwriteSync\s*\(/, places: /^src\/(?:disk|ledger|server\/store)\b/ },
  { name: /\bstd(?:out|err)\s*\.\s*write\b/, places: /^src\/cli\/(io\/io|io\/session|main|program)\.ts$/ },
  {
    name: /(?:(?:await|return|[=(,?:]|=>)\s*fetch\()|new (?:XMLHttpRequest|WebSocket)\b/,
    places: /^src\/remote\/client\/(http|exchange|in-process)\.ts$/,
  },
  {
    name: /(?<![.\w])(Date\.now|new Date\(\)|Math\.random|performance\.now|crypto\.)/,
    places: /^src\/(server|remote\/client|apply|ledger|remote\/live|cli|config\/load)\b/,
  },
];

/** The folder of the table that contains a file. A folder inside another one has its own row if it may import more, or less. */
function wingOf(path: string): string {
  const [, folder = '', inner = ''] = path.split('/');
  return mayImport[`${folder}/${inner}`] === undefined ? folder : `${folder}/${inner}`;
}

function isAllowed({ from, to }: Import): boolean {
  const wing = wingOf(from);
  const target = wingOf(to);
  if (wing === target) return true;
  // A name of the outer folder does not allow an inner folder with a row of its own.
  const named = (mayImport[wing] ?? []).filter((allowed) => !target.includes('/') || allowed.startsWith(target));
  return named.some((allowed) => to === `src/${allowed}` || to.startsWith(`src/${allowed}/`));
}

function show({ from, to }: Import): string {
  return `${from} -> ${to}`;
}

test('only allowed imports exist between folders, and more than 50 imports are found', () => {
  expect(internal.length).toBeGreaterThan(50);
  expect(new Set(internal.map(({ from }) => wingOf(from))).size).toBeGreaterThan(10);
  expect(internal.filter((each) => !isAllowed(each)).map(show)).toEqual([]);
});

test('the table contains every folder', () => {
  expect([...new Set(sources.map(({ path }) => wingOf(path)))].filter((wing) => mayImport[wing] === undefined)).toEqual(
    [],
  );
});

/** Reasons why files outside `disk` open files themselves. */
const openers: Readonly<Record<string, string>> = {
  'src/ledger/file/file-lock.ts': 'makes the mutex',
  'src/ledger/process-table.ts': 'reads what the kernel says of processes',
  'src/server/sqlite/open-database.ts': 'makes data files and their lock files',
};

test('only `disk` opens and reads files, because other code could block on a pipe or an endless device', () => {
  const opening =
    /import \{[^}]*\b(open|openSync|read|readSync|readFile|readFileSync|createReadStream|openAsBlob)\b[^}]*\} from 'node:fs(\/promises)?'/;
  const whole = /(import \* as \w+|import \w+) from 'node:fs(\/promises)?'|import\('node:fs/;
  const found = sources.filter(
    ({ path, text }) => !path.startsWith('src/disk/') && (opening.test(text) || whole.test(text)),
  );
  expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(openers).sort());
});

test('nothing imports the command line', () => {
  expect(internal.filter(({ from, to }) => wingOf(to) === 'cli' && wingOf(from) !== 'cli').map(show)).toEqual([]);
});

test('only the library imports the registry of kinds', () => {
  const importers = internal.filter(({ to }) => to === 'src/kinds/index.ts').map(({ from }) => from);
  expect(importers.filter((from) => wingOf(from) !== 'library')).toEqual([]);
});

test('imports name existing files and end in .ts', () => {
  const paths = new Set(sources.map(({ path }) => path));
  expect(internal.filter(({ to }) => !paths.has(to)).map(show)).toEqual([]);
});

test('imports have no cycles', () => {
  expect(firstCycle(internal)).toBeUndefined();
});

test('packages and node: modules are used only in their places', () => {
  const packages = imports.filter((each) => each.isPackage);
  const misplaced = packages.filter(
    ({ from, to }) => !packagePlaces.find(({ name }) => name.test(to))?.places.test(from),
  );
  expect(misplaced.map(show)).toEqual([]);
});

test('only the command line uses the process, and pure folders use no network, clock or randomness', () => {
  const misused = sources.flatMap(({ path, code }) =>
    globalPlaces
      .filter(({ name, places }) => name.test(code) && !places.test(path))
      .map(({ name }) => `${path}: ${name.source}`),
  );
  expect(misused).toEqual([]);
});

test('every command gets streams that never write runner commands', () => {
  const code = (path: string) => sources.find((source) => source.path === path)?.code ?? '';
  expect(code('src/cli/program.ts')).toMatch(/const io = safeIo\(rawIo\);/);
  expect(code('src/cli/program.ts').match(/rawIo/g)).toHaveLength(2);
});

test('no folder has a generic name such as utils', () => {
  const names = new Set(sources.flatMap(({ path }) => dirname(path).split('/')));
  expect(
    [...names].filter((name) => /^(utils?|helpers?|common|managers?|services?|lib|misc|shared)$/.test(name)),
  ).toEqual([]);
});

/** The first cycle in a depth-first search of the imports. */
function firstCycle(edges: readonly Import[]): readonly string[] | undefined {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const walk = (path: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const next of targets.get(path) ?? []) {
      const cycle = walk(next, [...way, path]);
      if (cycle) return cycle;
    }
    done.add(path);
    return undefined;
  };
  for (const path of targets.keys()) {
    const cycle = walk(path, []);
    if (cycle) return cycle;
  }
  return undefined;
}
