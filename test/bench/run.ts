/** Runs a benchmark by name: `npm run bench -- plan`. */
const benchmarks = ['plan', 'large', 'import', 'server'];

const name = process.argv[2] ?? '';
if (benchmarks.includes(name)) await import(`./${name}.ts`);
else {
  console.error(`usage: npm run bench -- NAME, where NAME is one of ${benchmarks.join(', ')}`);
  process.exitCode = 3;
}
