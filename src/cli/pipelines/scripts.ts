/** The shell of the pipelines, for `bash -e -o pipefail` as both forges run it; each script is tried by a test. */
import { lines, type Stage } from './pipeline.ts';

/** Forks do not even get what the organization is called; validate takes a configuration that leaves it open. */
export function validateScript({ docform, flag }: Stage): string {
  return `${docform} validate${flag}\n`;
}

/**
 * Leaves in `partial.md` what can be said without the platform, by the ledger of the branch that it is to be merged into: what docform has
 * applied is for no fork to say. GitHub checks such a request out as merged, with that branch for its first parent.
 */
export function partialScript({ docform, flag, ledger }: Stage, directory: string): string {
  const partial = `${docform} plan${flag} --offline`;
  return lines(
    'if git cat-file -e HEAD^2 2> /dev/null; then',
    `  rm -f -- "${ledger}"`,
    `  if git cat-file -e "HEAD^1:${ledger}" 2> /dev/null; then git restore --source=HEAD^1 -- "${ledger}"; fi`,
    'fi',
    `if [ ! -e "${ledger}" ]; then`,
    '  echo "No ledger is committed: everything would be new."',
    '  exit 0',
    'fi',
    `${partial} -v`,
    `${partial} -q --format markdown > "${directory}/partial.md"`,
  );
}

/** GitHub takes a summary of 1 MiB from one step, and the plan need not be alone in it. */
const summaryBytes = 1_000_000;

/** Shows problems beside their lines. */
export function annotateScript({ docform, flag }: Stage, directory: string): string {
  return annotations(`${docform} validate${flag}`, directory);
}

/** Shows what is high-risk in the plan beside its lines; where there is no plan, nothing. */
export function annotatePlanScript({ docform }: Stage, directory: string): string {
  return `if [ ! -s "${directory}/plan.json" ]; then exit 0; fi\n${annotations(`${docform} show "${directory}/plan.json"`, directory)}`;
}

/** The file holds nothing but commands of docform's own making, and whatever else is printed here is none. */
function annotations(command: string, directory: string): string {
  return lines(
    'end="$(node -p \'crypto.randomUUID()\')"',
    'echo "::stop-commands::$end"',
    `${command} --format github > "${directory}/annotations" || true`,
    'echo "::$end::"',
    `cat "${directory}/annotations"`,
  );
}

/** Validates every stage, and leaves what is wrong as reports of code quality. */
export function qualityScript(stages: readonly Stage[], directory: string, fileOf: (stage: Stage) => string): string {
  return lines(
    'code=0',
    ...stages.flatMap((stage) => [
      validateScript(stage).replace(/\n$/, ' || code=$?\n'),
      `${stage.docform} validate${stage.flag} --format codequality > "${directory}/${fileOf(stage)}" || true`,
    ]),
    'exit "$code"',
  );
}

interface Planning {
  /** Stands before each command. */
  readonly before?: string;
  /** What is to be done even where there is no plan. */
  readonly always: string;
}

/**
 * Plans into `plan.json`, and tells it in `comment.md` as far as a comment can, and whole in `plan.md`, which fits into a summary, in
 * `plan.html`, a page to look at, and in the log. `code` is the plan's own: 0 nothing to change, 2 changes, 6 blocked, or more than a comment can
 * tell, 1 not read whole. Where no plan could be made, both Markdown texts tell why, and the script ends with the command's code.
 */
export function planScript({ docform, flag }: Stage, directory: string, { before = '', always }: Planning): string {
  return lines(
    'code=0',
    `${before}${docform} plan${flag} -q --detailed-exitcode --format markdown --out "${directory}/plan.json" > "${directory}/comment.md" || code=$?`,
    `if [ -s "${directory}/plan.json" ]; then`,
    `  ${before}${docform} show "${directory}/plan.json" -v`,
    `  ${before}${docform} show "${directory}/plan.json" --format markdown --max-bytes ${summaryBytes} > "${directory}/plan.md" || true`,
    `  ${before}${docform} show "${directory}/plan.json" --format html > "${directory}/plan.html" || true`,
    'else',
    '  if [ "$code" = 0 ]; then code=1; fi',
    `  cp "${directory}/comment.md" "${directory}/plan.md"`,
    'fi',
    always,
    `if [ ! -s "${directory}/plan.json" ]; then exit "$code"; fi`,
  );
}

/**
 * The saved plan's digest, and how many changes it has, those included that only the ledger learns of; `journal` where there is none, and apply
 * still has to write down what a run did that was cut off.
 */
export function factsScript(directory: string, file: string, names: readonly [string, string]): string {
  return lines(
    `digest="$(node -p 'require(process.argv[1]).digest' "${directory}/plan.json")"`,
    `changes="$(node -p 'require(process.argv[1]).changes.length' "${directory}/plan.json")"`,
    'if [ "$code" != 0 ] && [ "$code" != 2 ]; then exit "$code"; fi',
    'if [ "$code" = 2 ] && [ "$changes" = 0 ]; then changes=journal; fi',
    `echo "${names[0]}=$digest" >> "${file}"`,
    `echo "${names[1]}=$changes" >> "${file}"`,
  );
}

/** How many deletes the plan has, and how much of what it means is high-risk: for whoever wants another reviewer then. */
export function countsScript(directory: string, file: string, names: readonly [string, string]): string {
  const read = (code: string) => `$(node -p 'const plan = require(process.argv[1]); ${code}' "${directory}/plan.json")`;
  return lines(
    `if [ -s "${directory}/plan.json" ]; then`,
    `  echo "${names[0]}=${read('plan.summary.delete + plan.summary.replace')}" >> "${file}"`,
    `  echo "${names[1]}=${read('plan.impact.filter(({ severity }) => severity === "high-risk").length')}" >> "${file}"`,
    'fi',
  );
}

/** What GitLab shows beside a merge request: how much the plan does, and what is high-risk at its lines. */
export function reportsScript({ docform }: Stage, directory: string, before: string): string {
  return lines(
    `if [ -s "${directory}/plan.json" ]; then`,
    `  ${before}${docform} show "${directory}/plan.json" --format terraform > "${directory}/counts.json"`,
    `  ${before}${docform} show "${directory}/plan.json" --format codequality > "${directory}/quality.json"`,
    'fi',
  );
}

function nameFlag(name: string): string {
  return name === 'docform' ? '' : ` --name ${name}`;
}

interface Commenting {
  readonly before?: string;
  /** Page where the whole plan is kept. */
  readonly artifact: string;
}

/**
 * A plan without changes is worth a comment only where there is one already, and so is one that could not be made: what stands there is of an
 * earlier one, and nobody may approve by it. `code` may be empty, where the plan was cut off.
 */
export function commentScript(
  { docform, flag }: Stage,
  name: string,
  directory: string,
  { before = '', artifact }: Commenting,
): string {
  const comment = `${before}${docform} ci comment${nameFlag(name)}${flag} --file "${directory}/comment.md"`;
  const linked = `${comment} --artifact "${artifact}"`;
  return lines(
    `if [ ! -s "${directory}/plan.json" ]; then`,
    `  ${comment} --only-update --or-failed`,
    'elif [ "$code" = 0 ]; then',
    `  ${linked} --only-update`,
    'else',
    `  ${linked}`,
    'fi',
  );
}

/** Leaves the report in `drift.md`. Whatever is neither drift nor its absence ends the script: an issue is only kept for what was read whole. */
export function driftScript({ docform, flag }: Stage, directory: string, before = ''): string {
  return lines(
    'code=0',
    `${before}${docform} drift${flag} --detailed-exitcode --format markdown > "${directory}/drift.md" || code=$?`,
    `cat "${directory}/drift.md"`,
    'if [ "$code" != 0 ] && [ "$code" != 2 ]; then exit "$code"; fi',
  );
}

export function issueScript({ docform, flag }: Stage, name: string, directory: string, before = ''): string {
  const issue = `${before}${docform} ci issue${nameFlag(name)}${flag} --file "${directory}/drift.md"`;
  return lines('if [ "$code" = 0 ]; then', `  ${issue} --clean`, 'else', `  ${issue}`, 'fi');
}

/** For git alone and for this step alone: in no command line, and in no file. */
const signIn = [
  'export GIT_CONFIG_COUNT=1',
  'export GIT_CONFIG_KEY_0="http.$GITHUB_SERVER_URL/.extraheader"',
  'GIT_CONFIG_VALUE_0="AUTHORIZATION: basic $(printf "x-access-token:%s" "$GITHUB_TOKEN" | base64 | tr -d "\\n")"',
  'export GIT_CONFIG_VALUE_0',
];

/** The branch may have moved on since the push that set the run off. */
export const commitScript = 'DOCFORM_COMMIT="$(git rev-parse HEAD)"\nexport DOCFORM_COMMIT\n';

/** Tells the commit that was planned, to the apply and to whoever approves it: the branch may have moved on since the push. */
export const plannedScript = lines(
  'commit="$(git rev-parse HEAD)"',
  'printf "\\nPlanned, and to be applied: %s\\n" "$commit" >> "$GITHUB_STEP_SUMMARY"',
  'echo "commit=$commit" >> "$GITHUB_OUTPUT"',
);

/**
 * Takes everything from the commit that was planned, but for the ledger, which is the newest: what came to the branch after the approval must
 * not run with the token that applies, and a ledger that is out of date makes everything twice. So does one that is still on a branch of its
 * own: nothing is applied before that is gone.
 */
export function approvedScript({ ledger, environment }: Stage, branch: string): string {
  return lines(
    'if [[ ! "$commit" =~ ^[0-9a-f]{40,64}$ ]]; then echo "Which commit was planned is not known."; exit 1; fi',
    ...signIn,
    'heads="$(git ls-remote --heads origin)"',
    `left="$(sed -n -E 's,^.*refs/heads/(docform-ledger-${environment}-[0-9]+-[0-9]+)$,\\1,p' <<< "$heads")"`,
    'if [ -n "$left" ]; then',
    `  echo "::error title=Ledger not on ${branch}::merge and delete, then run all jobs again:" $left`,
    '  exit 1',
    'fi',
    'if [ "$(git rev-parse HEAD)" = "$commit" ]; then exit 0; fi',
    'echo "The branch has moved on: what is applied is $commit, which was planned."',
    'git fetch --quiet --depth=1 origin "$commit"',
    `git restore --source="$commit" -- . ":(exclude)${ledger}" ":(exclude)${ledger}.journal"`,
  );
}

/**
 * Applies what was approved; in the place of the shell, so that it hears of a run that is cancelled, and ends in order. What says that somebody
 * applies is never from this machine, as the checkout is new: where it was committed, it would keep everybody out until the day that stands in it.
 */
export function applyScript({ docform, flag, ledger }: Stage, hasBackend: boolean): string {
  const alone = hasBackend ? '' : `rm -f "${ledger}.lock" "${ledger}.mutex" "${ledger}.mutex."*\n`;
  return `${alone}exec ${docform} apply${flag} --expect-digest "$digest" --lock-timeout 10m\n`;
}

/**
 * Commits ledger and, where a run was cut short, journal. The branch may have moved on, and may be closed to this token: then they go to a
 * branch of their own, as without them the next plan would not know what is docform's.
 */
export function ledgerScript({ ledger, environment }: Stage, branch: string): string {
  return lines(
    `for file in "${ledger}" "${ledger}.journal"; do`,
    '  if [ -e "$file" ] || git ls-files --error-unmatch -- "$file" > /dev/null 2>&1; then',
    '    git add --all --force -- "$file"',
    '  fi',
    'done',
    'if git diff --cached --quiet; then',
    '  echo "The ledger is as it was."',
    '  exit 0',
    'fi',
    ...signIn,
    'git config user.name "github-actions[bot]"',
    'git config user.email "41898282+github-actions[bot]@users.noreply.github.com"',
    `git commit --quiet --message "docform: ledger of ${environment} (run $GITHUB_RUN_ID)"`,
    '# What was applied may be older than the branch, and git rebases no tree with changes.',
    'git reset --quiet --hard',
    'for attempt in 1 2 3; do',
    `  if git push --quiet origin "HEAD:refs/heads/${branch}"; then exit 0; fi`,
    '  echo "Attempt $attempt to push the ledger failed."',
    `  git fetch --quiet --depth=50 origin "${branch}" || break`,
    '  git rebase --quiet FETCH_HEAD || { git rebase --abort || true; break; }',
    'done',
    `rescue="docform-ledger-${environment}-$GITHUB_RUN_ID-$GITHUB_RUN_ATTEMPT"`,
    'git push --quiet origin "HEAD:refs/heads/$rescue"',
    `echo "::error title=Ledger not on ${branch}::merge branch $rescue, and delete it, before anything is planned or applied again"`,
    'exit 1',
  );
}
