/** Runs the whole benchmark, or a part by name: `npm run bench -- plan`. */
const benchmarks = ['plan', 'large', 'import', 'server'];

const [name = '--'] = process.argv.slice(2);
if (name === '--fleet') await import('./fleet.ts');
else if (name.startsWith('--')) await import('./all.ts');
else if (name === 'growth') await import('./growth.ts');
else if (benchmarks.includes(name)) await import(`./${name}.ts`);
else {
  console.error(
    `usage: npm run bench [-- NAME | flags], where NAME is one of ${benchmarks.join(', ')}, growth; see CONTRIBUTING.md for the flags`,
  );
  process.exitCode = 3;
}
