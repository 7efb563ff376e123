/** Runs a benchmark by name: `npm run bench -- plan`. */
const benchmarks = ['plan', 'large'];

const name = process.argv[2] ?? '';
if (benchmarks.includes(name)) await import(`./${name}.ts`);
else {
  console.error(`usage: npm run bench -- NAME, where NAME is ${benchmarks.join(' or ')}`);
  process.exitCode = 3;
}
