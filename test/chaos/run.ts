/** Runs the chaos tests: `npm run chaos -- --crashes 200 --worlds 300 --torn 12 --seed 7`. */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import ownTemporaryDirectory from '../support/temporary-directory.ts';
import { crash, type Tally } from './crash.ts';
import { cutJournals, type JournalsTally } from './journals.ts';
import { chaosWorlds, type WorldsTally } from './worlds.ts';

interface Part {
  readonly name: string;
  /** Prints counts; returns violations. */
  run(): Promise<readonly string[]>;
}

const mostShown = 20;

const { values } = parseArgs({
  options: {
    crashes: { type: 'string', default: '200' },
    worlds: { type: 'string', default: '300' },
    torn: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
  },
});

function wholeNumber(name: keyof typeof values): number {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`--${name}: a whole number is needed, not ${JSON.stringify(values[name])}`);
  return value;
}

function show({
  crashes,
  whileOpening,
  besideAnother,
  acknowledged,
  undecided,
  done,
  checks,
  longestAnswerMs,
}: Tally): void {
  console.log(
    `killed with -9: ${crashes}, of them ${whileOpening} while opening, ${besideAnother} beside another process on the same file`,
  );
  console.log(
    `writes acknowledged: ${acknowledged}; under way at a kill: ${undecided}, of them done: ${done}, the others left no trace`,
  );
  console.log(`whole states compared: ${checks}; longest answer: ${longestAnswerMs.toFixed(0)} ms`);
}

function showWorlds({ worlds, applies, kills, mostFurther, uncertain, struck }: WorldsTally): void {
  console.log(
    `worlds: ${worlds}, each two ways; applies in trouble: ${applies}, of them killed: ${kills}; applies afterwards: ${mostFurther} at most`,
  );
  console.log(`copies that a plan asked somebody to look for: ${uncertain}`);
  for (const [name, count] of [...struck].sort()) console.log(`  ${String(count).padStart(6)}  ${name}`);
}

function showJournals({ journals, lines, cuts, applies, mostApplies }: JournalsTally): void {
  console.log(
    `journals: ${journals}, of ${lines} lines; cut at ${cuts} places; applies afterwards: ${applies}, ${mostApplies} at most for one`,
  );
}

const seed = wholeNumber('seed');
const parts: readonly Part[] = [
  {
    name: 'crashes',
    run: async () => {
      const tally = await crash({ crashes: wholeNumber('crashes'), seed });
      show(tally);
      return tally.violations;
    },
  },
  {
    name: 'journals',
    run: async () => {
      const tally = await cutJournals({ seed, torn: wholeNumber('torn'), short: 1_000 });
      showJournals(tally);
      return tally.violations;
    },
  },
  {
    name: 'worlds',
    run: async () => {
      const tally = await chaosWorlds({ worlds: wholeNumber('worlds'), seed });
      showWorlds(tally);
      return tally.violations;
    },
  },
];

async function runPart(part: Part): Promise<void> {
  console.log(`${part.name}, seed ${seed}`);
  const start = performance.now();
  const violations = await part.run();
  console.log(`violations: ${violations.length}, in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  for (const violation of violations.slice(0, mostShown)) console.log(`  ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
}

const removeTemporaryDirectory = ownTemporaryDirectory();
try {
  for (const part of parts) await runPart(part);
} finally {
  removeTemporaryDirectory();
}
