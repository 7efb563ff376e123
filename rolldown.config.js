/** Bundles the source into three entries, chunks that commands load on demand, the licences of bundled packages and their SBOM. */
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Enums, Models } from '@cyclonedx/cyclonedx-library';
import { defineConfig } from 'rolldown';
import sbom from 'rollup-plugin-sbom';

/** Turns the `createRequire` calls of the reference platform into `require`, so that the packages are bundled and still loaded on first use. */
const requireOnUse = {
  name: 'require-on-use',
  transform: {
    filter: { id: /[\\/]src[\\/]server[\\/]/ },
    // The replacement has the same width, so that the source map stays correct.
    handler: (code) => ({
      code: code.replace(/createRequire\(import\.meta\.url\)(?=\('[^']+'\))/g, (call) => 'require'.padEnd(call.length)),
      map: null,
    }),
  },
};

/** Leaves out modules of Node that commander and undici load but docform never uses. Loading them takes as long as loading the rest of the package. */
const withoutIdle = {
  name: 'without-idle',
  resolveId: {
    filter: { id: /^node:(child_process|http2)$/ },
    handler: (id, importer) =>
      /[\\/](commander|undici)[\\/]/.test(importer ?? '') ? `\0without-${id.slice('node:'.length)}` : null,
  },
  // The same value that undici uses if Node was built without HTTP/2.
  load: { filter: { id: /^\0without-/ }, handler: () => 'module.exports = { constants: {} };' },
};

/** Replaces the backslashes of Windows. */
function slashed(path) {
  return path.replaceAll('\\', '/');
}

/** Tests the path of a module, with slashes. */
function pathMatches(pattern) {
  return (id) => pattern.test(slashed(id));
}

/** The folder of the package that contains a module; undefined for docform's own modules. */
function packageOf(id) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(slashed(id))?.[0];
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

/** Adds the licences of bundled packages and the assets, and removes the source maps of chunks that contain only packages. */
const besideProgram = {
  name: 'beside-program',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
    const folders = [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds.map(packageOf)))]
      .filter((folder) => folder !== undefined)
      .sort();
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
      source: `Packages bundled with docform, and their licences.\n\n${notices}\n`,
    });
  },
  writeBundle({ dir = 'dist' }) {
    for (const folder of [
      'ledger/assets',
      'server/assets',
      'server/page/assets',
      'server/fixture/assets',
      'markup/assets',
      'report/assets',
      'report/html/assets',
      'cli/assets',
      'cli/pipelines/templates',
      'config/assets',
    ])
      cpSync(`src/${folder}`, resolve(dir, folder), { recursive: true });
    const program = resolve(dir, 'cli/main.cjs');
    if (existsSync(program)) chmodSync(program, 0o755);
  },
};

/** The source files that are loaded with these entries by static imports. */
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

const start = loadedBy('src/cli/io/io.ts', 'src/cli/io/version.ts');
const program = loadedBy('src/cli/program.ts');
const configuration = loadedBy(
  'src/cli/actions/validate.ts',
  'src/library/configuration.ts',
  'src/config/files/load.ts',
  'src/config/load-configuration.ts',
);
const ofVersion = pathMatches(/\/package\.json$/);
const ofProgram = pathMatches(/without-child_process$|\/node_modules\/(commander|picocolors)\//);
const ofConfiguration = pathMatches(
  /\/node_modules\/(@sinclair\/typebox\/|@noble\/|acorn\/|ajv-formats\/dist\/formats\.|fastest-levenshtein\/|yaml\/)/,
);

/** Writes a module for each library entry, which exports the names of its CommonJS chunk. */
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

/** Packages with native code are dependencies, not part of the bundle. */
const native = ['libsql'];

function addNative({ components }) {
  for (const name of native) {
    const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
    components.add(
      new Models.Component(Enums.ComponentType.Library, name, { version, purl: `pkg:npm/${name}@${version}` }),
    );
  }
}

export default defineConfig({
  input: { 'cli/main': 'src/cli/main.ts', index: 'src/index.ts', 'server/index': 'src/server/index.ts' },
  platform: 'node',
  onLog: (level, log, handle) => {
    // The plugin looks for every bundler that it supports, also those that are not installed.
    if (log.message.includes('auto-registration of tool')) return;
    // The groups below decide which imports load a chunk on demand.
    if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handle(level, log);
  },
  preserveEntrySignatures: 'allow-extension',
  external: [...native, 'pg-native'],
  plugins: [
    requireOnUse,
    withoutIdle,
    asModules,
    besideProgram,
    // Without a timestamp, two builds of one commit are equal.
    sbom({
      outDir: '.',
      outFilename: 'sbom.cdx',
      saveTimestamp: false,
      includeWellKnown: false,
      afterCollect: addNative,
    }),
  ],
  output: {
    dir: 'dist',
    cleanDir: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Fewer files load faster: one chunk for the start of every command, one for the configuration, and one for the packages that the configuration needs.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'start', priority: 3, test: (id) => start.has(id) || ofVersion(id) },
        { name: 'program', priority: 2, test: (id) => program.has(id) || ofProgram(id) },
        { name: 'packages', priority: 1, test: ofConfiguration },
        { name: 'configuration', priority: 1, test: (id) => configuration.has(id) },
        // Chunks that contain only packages need no source map.
        { name: 'protocol', test: pathMatches(/\/node_modules\/vscode-/) },
        { name: 'patterns', test: pathMatches(/\/node_modules\/re2js\//) },
        {
          name: 'markdown',
          test: pathMatches(/\/node_modules\/(markdown-it|linkify-it|mdurl|uc\.micro|punycode\.js)\//),
        },
      ],
    },
    // Node loads CommonJS synchronously, which is faster here than ES modules.
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    // Stack traces need the names of functions.
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  },
});
