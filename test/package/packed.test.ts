/** Tests the packed package as a program, as a library and for TypeScript. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectDirectory } from '../support/sources.ts';
import { type Installed, installPacked, packagesAskedFor } from './packed.ts';

let installed: Installed;
beforeAll(() => {
  installed = installPacked();
});

const environment = () => ({
  PATH: process.env.PATH ?? '',
  HOME: installed.directory,
  TMPDIR: tmpdir(),
  DOCFORM_ORG: 'acme',
  npm_config_update_notifier: 'false',
});

function node(...argv: readonly string[]): string {
  return execFileSync(process.execPath, argv, { cwd: installed.directory, env: environment(), encoding: 'utf8' });
}

test('the package is smaller than 2.5 MB, and neither the package nor its dependencies run install scripts', () => {
  const { packedBytes, manifest } = installed;
  expect(packedBytes).toBeLessThan(2_500_000);
  expect(Object.keys(manifest.scripts).filter((name) => /install$|^prepare$/.test(name))).toEqual([]);
  const { packages } = JSON.parse(readFileSync(join(projectDirectory, 'package-lock.json'), 'utf8')) as {
    readonly packages: { readonly [path: string]: { readonly dev?: true; readonly hasInstallScript?: true } };
  };
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  expect(shipped.map(([path]) => path)).toContain('node_modules/libsql');
  expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
});

test('the package imports only declared dependencies, and names the licence of each bundled package', () => {
  const dist = join(installed.package, 'dist');
  const asked = packagesAskedFor(dist);
  // pg imports it only if it is installed.
  const declared = { ...installed.manifest.dependencies, ...installed.manifest.optionalDependencies };
  expect(asked.filter((name) => declared[name] === undefined)).toEqual(['pg-native']);
  const licences = readFileSync(join(dist, 'LICENSES.txt'), 'utf8').split(/\n-{80}\n/);
  for (const name of ['commander', 'undici', 'yaml', 'ajv', 'acorn', 'pg', 'markdown-it'])
    expect(licences.find((text) => text.includes(`\n${name} `))).toMatch(
      /\((MIT|ISC|BSD-\d-Clause)\)[\s\S]*copyright/i,
    );
  expect(existsSync(join(dist, 'cli/main.cjs.map'))).toBe(true);
});

test('the SBOM lists each bundled package and each dependency with its version', () => {
  const dist = join(installed.package, 'dist');
  const { components } = JSON.parse(readFileSync(join(dist, 'sbom.cdx.json'), 'utf8')) as {
    readonly components: readonly { readonly group?: string; readonly name: string; readonly version: string }[];
  };
  const listed = components.map(
    ({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name} ${version}`,
  );
  const bundled = [...readFileSync(join(dist, 'LICENSES.txt'), 'utf8').matchAll(/^([@a-z]\S* \d\S*) \(\S+\)$/gm)];
  expect(bundled.length).toBeGreaterThan(40);
  expect([...new Set(bundled.map(([, name]) => name))].filter((name) => !listed.includes(name ?? ''))).toEqual([]);
  const names = listed.map((each) => each.split(' ')[0]);
  expect(Object.keys(installed.manifest.dependencies).filter((name) => !names.includes(name))).toEqual([]);
});

test('the installed docform passes the script of the workflow for three operating systems', () => {
  const { version } = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const workflow = parse(readFileSync(join(projectDirectory, '.github/workflows/package.yml'), 'utf8')) as {
    readonly jobs: {
      readonly package: { readonly steps: readonly { readonly name?: string; readonly run?: string }[] };
    };
  };
  const script = workflow.jobs.package.steps.find(({ name }) => name === 'Use it')?.run ?? '';
  const said = execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    ...{ cwd: installed.directory, env: environment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  });
  expect(said).toMatch(new RegExp(`^${version}\n.* is valid: .*\nPlan for organization `));
});

const program = `
import { type Planned, type Problem, memoryLedger, openLocalPlatform, plan, remoteChanges, validate } from '@docform/cli';
import { startPlatform } from '@docform/cli/platform';

const started = await startPlatform({ seed: 'small' });
const platform = await openLocalPlatform({ fetch: started.fetch, token: started.token, host: 'local' });
const validation = await validate({ directory: process.argv[2] ?? '.', organization: started.organization });
const problems: readonly Problem[] = validation?.problems ?? [];
if (validation?.desired === undefined) throw new Error(problems.map(({ message }) => message).join());
const planned: Planned = await plan({ desired: validation.desired, platform, ledger: memoryLedger() });
// @ts-expect-error A plan has no such part: types that let everything pass would be none.
planned.plan.nonsense;
console.log(remoteChanges(planned.plan).length > 0 ? 'planned' : 'nothing');
await started.close();
`;

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('the types compile in strict mode with module %s and resolution %s', (module, moduleResolution) => {
  const directory = installed.directory;
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(directory, 'program.ts'), program);
  const compilerOptions = {
    ...{ target: 'es2023', lib: ['es2023'], types: ['node'], module, moduleResolution, outDir: 'out' },
    ...{
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: module === 'esnext',
    },
  };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const compiler = join(projectDirectory, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', directory], { stdio: ['ignore', 'inherit', 'inherit'] });
});

test('a program that was compiled against the package runs', () => {
  expect(node('out/program.js', join(installed.package, 'examples/one-site'))).toBe('planned\n');
});

test('without the optional dependencies, docform plans in memory, and a data file is refused with the fix', () => {
  const cli = join(installed.directory, 'node_modules/.bin/docform');
  const run = (apiUrl: string) =>
    spawnSync(
      process.execPath,
      [cli, 'plan', '-C', 'node_modules/@docform/cli/examples/one-site', '--api-url', apiUrl],
      {
        ...{ cwd: installed.directory, env: environment(), encoding: 'utf8' },
      },
    );
  expect(existsSync(join(installed.directory, 'node_modules/libsql'))).toBe(false);
  expect(run('local')).toMatchObject({ status: 0, stdout: expect.stringContaining('Plan for organization') });
  const refused = run('local:state.db');
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('error[E-SYSTEM]');
  expect(refused.stderr).toContain('cannot be opened: data files need the optional package libsql');
  expect(refused.stderr).toContain('run `npm install libsql`');
  expect(existsSync(join(installed.package, 'examples/one-site/state.db'))).toBe(false);
});
