/** Makes of the source what is shipped: three entries, a chunk for what each command loads, and the licences of the packages in them. */
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { defineConfig } from 'rolldown';

/** What the platform loads when it needs it is carried along and still loaded then; so is what a terminal alone needs. */
const requireOnUse = {
  name: 'require-on-use',
  transform: {
    filter: { id: /[\\/]src[\\/]server[\\/]/ },
    // As wide as what it replaces, so that the source map stays true.
    handler: (code) => ({
      code: code.replace(/createRequire\(import\.meta\.url\)(?=\('[^']+'\))/g, (call) => 'require'.padEnd(call.length)),
      map: null,
    }),
  },
};

/** Parts of Node that a package would load though docform never comes to use them: commander starts no programs, undici speaks no HTTP/2 here. Loading them takes as long as all of the package. */
const withoutIdle = {
  name: 'without-idle',
  resolveId: {
    filter: { id: /^node:(child_process|http2)$/ },
    handler: (id, importer) =>
      /[\\/](commander|undici)[\\/]/.test(importer ?? '') ? `\0without-${id.slice('node:'.length)}` : null,
  },
  // As undici itself has it where Node was built without HTTP/2.
  load: { filter: { id: /^\0without-/ }, handler: () => 'module.exports = { constants: {} };' },
};

/** A path as every system but Windows writes it. */
function slashed(path) {
  return path.replaceAll('\\', '/');
}

/** Modules whose path, with slashes, fits. */
function standsIn(pattern) {
  return (id) => pattern.test(slashed(id));
}

/** The folder of the package that a module belongs to; undefined: it is our own. */
function packageOf(id) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(slashed(id))?.[0];
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

/** What stands beside the program: licences of all that it carries, and the assets of pages; and no maps of what others wrote. */
const besideProgram = {
  name: 'beside-program',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
    const folders = [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds.map(packageOf)))]
      .filter((folder) => folder !== undefined)
      .sort();
    // Maps are for our own lines, and what the bundler adds is nobody's.
    for (const chunk of chunks.filter(({ moduleIds }) =>
      moduleIds.every((id) => id.startsWith('\0') || packageOf(id) !== undefined),
    )) {
      delete bundle[`${chunk.fileName}.map`];
      chunk.code = chunk.code.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
    }
    const notices = folders.map(noticeOf).join(`\n\n${'-'.repeat(80)}\n\n`);
    this.emitFile({
      type: 'asset',
      fileName: 'LICENSES.txt',
      source: `Packages that docform carries, with their licences.\n\n${notices}\n`,
    });
  },
  writeBundle({ dir = 'dist' }) {
    for (const folder of [
      'server/page/assets',
      'server/fixture/assets',
      'markup/assets',
      'report/assets',
      'report/html/assets',
      'cli/pipelines/templates',
    ])
      cpSync(`src/${folder}`, resolve(dir, folder), { recursive: true });
    const program = resolve(dir, 'cli/main.cjs');
    if (existsSync(program)) chmodSync(program, 0o755);
  },
};

/** The source files that are there once these are loaded, as far as they do not wait for something to load more. */
function loadedBy(...entries) {
  const loaded = new Set();
  const visit = (path) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    const text = readFileSync(path, 'utf8');
    for (const [, target] of text.matchAll(/^(?:import|export)(?! type\b)[^;']*? from '(\.[^']+\.ts)'/gm))
      visit(resolve(dirname(path), target));
  };
  for (const entry of entries) visit(resolve(entry));
  return loaded;
}

const start = loadedBy('src/cli/command-line.ts', 'src/cli/io.ts');
const program = loadedBy('src/cli/program.ts');
const configuration = loadedBy(
  'src/cli/commands/validate.ts',
  'src/library/configuration.ts',
  'src/config/load.ts',
  'src/config/load-configuration.ts',
);
const ofVersion = standsIn(/\/package\.json$/);
const ofProgram = standsIn(/without-child_process$|\/node_modules\/(commander|picocolors)\//);
const ofConfiguration = standsIn(
  /\/node_modules\/(@sinclair\/typebox\/|@noble\/|acorn\/|ajv-formats\/dist\/formats\.|fastest-levenshtein\/|yaml\/)/,
);

/** What programs import: the entries, with the names of what they export. */
const asModules = {
  name: 'as-modules',
  generateBundle(_, bundle) {
    for (const { type, isEntry, name, facadeModuleId } of Object.values(bundle)) {
      const exports = type === 'chunk' && isEntry ? [...this.getModuleInfo(facadeModuleId).exports] : [];
      if (exports.length === 0) continue;
      const source = `import entry from './${name.split('/').at(-1)}.cjs';\nexport const { ${exports.sort().join(', ')} } = entry;\n`;
      this.emitFile({ type: 'asset', fileName: `${name}.js`, source });
    }
  },
};

export default defineConfig({
  input: { 'cli/main': 'src/cli/main.ts', index: 'src/index.ts', 'server/index': 'src/server/index.ts' },
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  // What is compiled for each system stays a package of its own.
  external: ['libsql', 'pg-native'],
  plugins: [requireOnUse, withoutIdle, asModules, besideProgram],
  output: {
    dir: 'dist',
    cleanDir: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Each file that is opened takes its time: what every command begins with stands in one, so does what reads a configuration, and the packages that this needs.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'start', priority: 3, test: (id) => start.has(id) || ofVersion(id) },
        { name: 'program', priority: 2, test: (id) => program.has(id) || ofProgram(id) },
        { name: 'packages', priority: 1, test: ofConfiguration },
        { name: 'configuration', priority: 1, test: (id) => configuration.has(id) },
        // What others wrote stands apart from our own lines, and so needs no map.
        { name: 'protocol', test: standsIn(/\/node_modules\/vscode-/) },
        { name: 'patterns', test: standsIn(/\/node_modules\/re2js\//) },
        { name: 'markdown', test: standsIn(/\/node_modules\/(markdown-it|linkify-it|mdurl|uc\.micro|punycode\.js)\//) },
      ],
    },
    // Node opens these at once, and modules of the other sort one after another.
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    // Functions keep their names, so that traces can be read.
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  },
});
