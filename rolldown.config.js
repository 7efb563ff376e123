/** Makes of the source what is shipped: three entries, a chunk for what each command loads, and the licences of the packages in them. */
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig } from 'rolldown';

/** What the platform loads when it needs it is carried along and still loaded then; so is what a terminal alone needs. */
const requireOnUse = {
  name: 'require-on-use',
  transform: {
    filter: { id: /\/src\/server\// },
    // As wide as what it replaces, so that the source map stays true.
    handler: (code) => ({
      code: code.replace(/createRequire\(import\.meta\.url\)(?=\('[^']+'\))/g, (call) => 'require'.padEnd(call.length)),
      map: null,
    }),
  },
};

/** commander can start programs of its own, which docform has none of; what it would start them with takes as long to load as all of commander. */
const noPrograms = {
  name: 'no-programs',
  resolveId: {
    filter: { id: /^node:child_process$/ },
    handler: (_, importer) => (/\/commander\//.test(importer ?? '') ? '\0no-programs' : null),
  },
  load: { filter: { id: /^\0no-programs$/ }, handler: () => 'export default {};' },
};

/** The folder of the package that a module belongs to; undefined: it is our own. */
function packageOf(id) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0];
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

/** What stands beside the program: licences of all that it carries, and the assets of the page; and no maps of what others wrote. */
const besideProgram = {
  name: 'beside-program',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
    const folders = [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds.map(packageOf)))]
      .filter((folder) => folder !== undefined)
      .sort();
    // Maps are for our own lines.
    for (const chunk of chunks.filter(({ moduleIds }) => moduleIds.every((id) => packageOf(id) !== undefined))) {
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
    cpSync('src/server/page/assets', resolve(dir, 'server/page/assets'), { recursive: true });
    const program = resolve(dir, 'cli/main.js');
    if (existsSync(program)) chmodSync(program, 0o755);
  },
};

export default defineConfig({
  input: { 'cli/main': 'src/cli/main.ts', index: 'src/index.ts', 'server/index': 'src/server/index.ts' },
  platform: 'node',
  // What is compiled for each system stays a package of its own.
  external: ['libsql', 'pg-native'],
  plugins: [requireOnUse, noPrograms, besideProgram],
  output: {
    dir: 'dist',
    cleanDir: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
    // As wide as a line of a trace may be: names stay, so that traces can be read.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  },
});
