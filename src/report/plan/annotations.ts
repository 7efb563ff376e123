/** Problems, guards and effects as annotations of lines: commands of GitHub's runner, and GitLab's code quality report. */

import type { NonEmpty } from '../../core/compare.ts';
import { sha256Hex } from '../../core/digest.ts';
import { expectationLabel } from '../../core/expectation-finding.ts';
import type { Impact } from '../../core/impact.ts';
import type { Place, Problem } from '../../core/problem.ts';
import { type ChangeView, isBlocking, type PlanView } from '../../plan/result/change.ts';
import { textOf } from '../blocks/text.ts';
import { byCause } from '../parts/blocked-by-cause.ts';
import { effectLines } from '../parts/effect.ts';
import { expectationText } from '../parts/expectations.ts';
import { firstOf, maxListed, sorted } from '../problems.ts';
import { jsonLine, oneLine, textLines } from '../wording/sanitize.ts';
import { someNames } from '../wording/some-names.ts';
import { count, countsOf, eachText } from '../wording/words.ts';
import { reportOf } from './plan-report.ts';
import { withNames } from './reported-change.ts';

/** GitHub shows this number of annotations for each level and step, and drops the others silently. */
const maxOfStep = 10;
const longest = 1_000;

const levels = ['error', 'warning', 'notice'] as const;

interface Annotation {
  readonly level: (typeof levels)[number];
  /** A code, or the type of the finding. */
  readonly title: string;
  readonly text: string;
  readonly place?: Place | undefined;
  readonly grade: 'blocker' | 'critical' | 'major' | 'minor' | 'info';
}

/** Commands of GitHub's runner. Empty without problems. */
export function githubAnnotations(problems: readonly Problem[]): string {
  return commands(firstOf(sorted(problems), maxOfStep).map(ofProblem), problems.length);
}

/** Without problems, the document is an empty list. */
export function codeQuality(problems: readonly Problem[]): string {
  return codeQualityJson(firstOf(sorted(problems), maxListed).map(ofProblem), '');
}

/** Blocks first, then high-risk effects, then other effects. */
export function planAnnotations(plan: PlanView): string {
  const all = annotationsOf(plan);
  const shown = levels.flatMap((level) =>
    all.filter((each) => each.level === level).slice(0, level === 'notice' ? maxOfStep - 1 : maxOfStep),
  );
  return commands(shown, all.length);
}

/** Findings without a position get the first line of `file`, because GitLab requires a position. */
export function planQuality(plan: PlanView, file: string): string {
  return codeQualityJson(annotationsOf(plan), file);
}

/** GitLab's Terraform report. A replacement counts as create and delete. */
export function planCounts({ changes }: Pick<PlanView, 'changes'>): string {
  const counts = countsOf(changes);
  return jsonLine({
    create: counts.create + counts.invite + counts.replace,
    update: counts.update + counts.move,
    delete: counts.delete + counts.replace,
  });
}

/** Level at GitHub, and severity at GitLab. */
const kinds = {
  problem: { level: 'error', grade: 'critical' },
  block: { level: 'error', grade: 'blocker' },
  warning: { level: 'warning', grade: 'major' },
  'high-risk': { level: 'warning', grade: 'critical' },
  notable: { level: 'notice', grade: 'minor' },
  info: { level: 'notice', grade: 'info' },
} as const;

function ofProblem({ code, message, hint, span }: Problem): Annotation {
  return { ...kinds.problem, title: code, text: withHelp(message, hint), place: span.file === '' ? undefined : span };
}

function annotationsOf(plan: PlanView): readonly Annotation[] {
  const { policy, expectations, changes } = plan;
  const { name, partial = [], guards, meaning, records, losses, rest, traffic } = reportOf(plan);
  // Findings of rules and expectations already have annotations at their lines.
  const shownGuards = [
    ...(expectations === undefined ? guards.ofExpectations : []),
    ...(policy === undefined ? guards.ofRules : []),
    ...guards.own,
  ];
  const effects = meaning.all.filter(({ severity }) => severity !== 'info');
  const unread = rest({ atMost: 3 }).flatMap(({ of, items }) => (of === 'unknown' ? items : []));
  return [
    ...(partial.length === 0 ? [] : [{ ...kinds.warning, title: name.toLowerCase(), text: partial.join(' ') }]),
    ...(expectations ?? []).map((finding) => ({
      ...kinds[finding.status === 'violated' && (finding.causes ?? []).length > 0 ? 'block' : 'warning'],
      title: expectationLabel(finding),
      text: withHelp(expectationText(finding), finding.fix),
      place: finding.source,
    })),
    ...(policy?.findings ?? []).map(({ severity, rule: title, message, address, source: place }) => ({
      ...kinds[severity === 'error' ? 'block' : 'warning'],
      title,
      text: address === undefined ? message : `${address}: ${message}`,
      place,
    })),
    ...shownGuards.map((guard) => ({
      ...kinds[isBlocking(guard) ? 'block' : 'warning'],
      title: guard.code,
      text: withHelp(guard.reason, guard.hint),
    })),
    ...byCause([...changes, ...(plan.withheld ?? [])]).flatMap(ofCause),
    ...effects.map((each) => ({
      ...kinds[each.severity],
      title: each.severity,
      text: effectText(each),
      place: each.source,
    })),
    ...traffic.map((text) => ({ ...kinds.notable, title: 'page views', text })),
    ...losses().flatMap(({ heading, items }) =>
      items.map(({ head }) => ({ ...kinds.notable, title: textOf(heading ?? []).toLowerCase(), text: textOf(head) })),
    ),
    ...records.filter(({ action }) => action === 'unmanage').map(ofUnmanaged),
    ...unread.map(({ head }) => ({ ...kinds.warning, title: 'unknown', text: textOf(head) })),
  ];
}

function ofCause(changes: NonEmpty<ChangeView>): readonly Annotation[] {
  const names = changes.map(({ address }) => address);
  const [{ blocked, span: place }] = changes;
  if (blocked === undefined) return [];
  return [
    {
      ...kinds.block,
      title: blocked.code,
      text: withHelp(`${someNames(names, 12)}${eachText(names.length)}: ${blocked.reason}`, blocked.hint),
      place,
    },
  ];
}

function ofUnmanaged(change: ChangeView): Annotation {
  const { address, fields, span: place } = change;
  const values = fields.map(
    (field) =>
      `no longer managed: ${field.field} (stays ${field.before === undefined ? 'as it is' : withNames(change, field).before})`,
  );
  const text = `${address}: ${values.length === 0 ? 'this list is no longer managed' : values.join('; ')}`;
  return { ...kinds.notable, title: 'no longer managed', text, place };
}

function effectText(impact: Impact) {
  return [`${impact.subject}: ${impact.what}`, ...effectLines(impact).map(textOf)].join('; ');
}

function withHelp(message: string, hint: string | undefined) {
  return hint === undefined ? message : `${message} (help: ${hint})`;
}

function commands(shown: readonly Annotation[], all: number) {
  return textLines(
    shown.map(({ level, title, text, place }) => {
      const at = place === undefined ? '' : `file=${property(place.file)},line=${place.line},col=${place.column},`;
      return `::${level} ${at}title=${property(title)}::${data(short(text))}`;
    }),
    all > shown.length &&
      `::notice title=docform::${count(all - shown.length, 'more problem')}: see the log of this job`,
  );
}

function codeQualityJson(annotations: readonly Annotation[], file: string) {
  const times = new Map<string, number>();
  return jsonLine(
    annotations.map(({ title, text, place, grade }) => {
      // Without the line, because a problem that moves is still the same problem.
      const what = JSON.stringify([title, place?.file ?? file, text]);
      const time = times.get(what) ?? 0;
      times.set(what, time + 1);
      return {
        description: short(text),
        check_name: title,
        fingerprint: sha256Hex(`${time} ${what}`),
        severity: grade,
        location: { path: place?.file ?? file, lines: { begin: place?.line ?? 1 } },
      };
    }),
  );
}

/** Different texts stay different. */
function short(words: string) {
  const text = oneLine(words);
  if (text.length <= longest) return text;
  return `${[...text.slice(0, longest)].slice(0, -1).join('')}… (${text.length} characters, #${sha256Hex(text).slice(0, 8)})`;
}

/** The text of a command. The runner searches whole lines for commands of its older syntax, so the text must not contain their first characters. */
function data(text: string) {
  const harmless = text.replace(/:(?=:)/g, ': ').replace(/##(?=\[)/g, '## ');
  return harmless.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

/** A property also ends at a comma or a colon. */
function property(text: string) {
  return data(oneLine(text)).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
