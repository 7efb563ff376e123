/** Drift as text, and as an issue within the size limit. Both layouts have the same content. */
import { keyIn } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { wordForm } from '../../core/count.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { ExpectationFinding } from '../../core/expectation-finding.ts';
import type { Impact } from '../../core/impact.ts';
import type { Drift, DriftEntry } from '../../review/drift/entry.ts';
import { type Block, code, type List, line, literal, message, painted, paragraph, strong } from '../blocks/block.ts';
import { byteLength, longestOf, longestText } from '../blocks/fit.ts';
import { blocksMarkdown } from '../blocks/markdown.ts';
import { blocksText, type TextOptions } from '../blocks/text.ts';
import { effectBox, effectLists, otherCounts, otherEffects } from '../parts/effect-blocks.ts';
import type { Meaning } from '../parts/meaning.ts';
import { packed } from '../parts/packed.ts';
import { organizationLine } from '../wording/organization.ts';
import { count } from '../wording/words.ts';
import { type DriftReport, driftClasses, driftReportOf, entriesText, isHighRisk } from './drift-report.ts';

export interface DriftOptions {
  readonly digest: string;
  readonly impact: readonly Impact[];
  readonly expectations?: readonly ExpectationFinding[] | undefined;
}

interface DriftTextOptions extends DriftOptions, TextOptions {
  /** Also prints ignored drift, all addresses of groups, and unused rules. */
  readonly isVerbose?: boolean;
}

export function driftText(drift: Drift, options: DriftTextOptions): string {
  return blocksText(driftBlocks(drift, options), options);
}

/** The layout for terminals: the result comes last. */
export function driftBlocks(
  drift: Drift,
  { digest, impact, expectations, isVerbose = false }: Omit<DriftTextOptions, keyof TextOptions>,
): readonly Block[] {
  const report = driftReportOf(drift, impact, expectations);
  const { meaning, sections, lists, highRisk, summary, legend, partial } = report;
  const title = line`Drift for organization ${organizationLine(drift)}`;
  const result = [
    painted('bad', literal(highRisk ?? '')),
    drift.entries.length > 0 ? painted('faint', line`Drift digest: ${digest}`) : [],
    painted('heading', literal(summary)),
  ];
  return [
    { is: 'title', title: painted('heading', title), facts: [line`${partial}`, message(legend ?? '')] },
    ...report.expectations,
    ...effectLists(meaning.all, { of: 'drift' }),
    ...sections(isVerbose ? Number.POSITIVE_INFINITY : 3),
    ...lists.filter(({ of }) => isVerbose || (of !== 'ignored' && of !== 'unused')),
    paragraph(...result),
  ];
}

interface DriftMarkdownOptions extends DriftOptions {
  /** GitHub rejects issues and comments over 65,536 characters. */
  readonly budgetBytes?: number;
}

const elsewhere = 'For all drift, run `docform drift`.';

/** The last line of an issue. A later run finds the issue by this line and compares the digest. */
function driftMarker(digest: string) {
  return `<!-- docform-drift digest=${digest.replace(/[^\w:]/g, '')} -->`;
}

/** The layout for issues: the result comes first, and the longest list of details that fits. */
export function driftMarkdown(
  drift: Drift,
  { digest, impact, expectations, budgetBytes = 65_000 }: DriftMarkdownOptions,
): string {
  const report = driftReportOf(drift, impact, expectations);
  const expected = expectedBlocks(report, budgetBytes);
  const framed = (blocks: readonly Block[]) =>
    blocksMarkdown([
      ...headOf(report),
      ...expected,
      ...blocks,
      paragraph(line`Drift digest: ${code(digest)}`),
      { is: 'marker', text: driftMarker(digest) },
    ]);
  const [highRisk, others] = [drift.entries.filter(isHighRisk), drift.entries.filter((entry) => !isHighRisk(entry))];
  const short = report.sections(Number.POSITIVE_INFINITY, true);
  const dense = driftClasses.map((of) => denseList(highRisk.filter((entry) => entry.class === of)));
  const text = longestText(
    [
      [0, () => framed(wholeBlocks(report))],
      [others.length, (named) => framed(shortBlocks(report, short, others, named))],
      [others.length, (named) => framed(shortBlocks(report, dense, others, named))],
      [highRisk.length - 1, (shown) => framed(restBlocks(report, highRisk, shown, budgetBytes))],
    ],
    budgetBytes,
  );
  return text ?? framed([]);
}

/** The findings that fit into a quarter of the limit, and the number of the others. */
function expectedBlocks({ expectations }: DriftReport, budgetBytes: number): readonly Block[] {
  return expectations.flatMap((list) => {
    const blocksOf = (shown: number): readonly Block[] => {
      const rest = list.items.length - shown;
      const more = strong(literal(`${count(rest, 'more finding')} ${wordForm(rest, 'does', 'do')} not fit here.`));
      return [
        { ...list, items: list.items.slice(0, shown) },
        ...(rest === 0 ? [] : [paragraph(line`${more} ${message(elsewhere)}`)]),
      ];
    };
    const found = longestOf([list.items.length, (shown) => blocksMarkdown(blocksOf(shown))], budgetBytes / 4);
    return blocksOf(found?.listed ?? 0);
  });
}

function wholeBlocks(report: DriftReport): readonly Block[] {
  const { highRisk, notable, info } = report.meaning;
  return [
    ...effectBox('high-risk', highRisk, 'whole', 'drift'),
    ...effectBox('notable', notable, 'whole', 'drift'),
    ...otherEffects(info, 'whole'),
    ...report.sections(Number.POSITIVE_INFINITY),
    ...listBlocks(report, true),
  ];
}

/** `named`: number of other entries that are listed by address. */
function shortBlocks(
  report: DriftReport,
  listed: readonly Block[],
  others: readonly DriftEntry[],
  named: number,
): readonly Block[] {
  const counts = entriesText(others.slice(named));
  return [
    ...effectBox('high-risk', report.meaning.highRisk, 'packed', 'drift'),
    ...otherCounts(report.meaning),
    ...listed,
    denseList(others.slice(0, named)),
    paragraph(literal(counts && `Not listed: ${counts}.`)),
    ...listBlocks(report, false),
    { ...paragraph(message(`This issue does not list all details. ${elsewhere}`)), isAside: true },
  ];
}

/** The first missing and high-risk objects. */
function restBlocks(
  { meaning, drift }: DriftReport,
  highRisk: readonly DriftEntry[],
  shown: number,
  budgetBytes: number,
): readonly Block[] {
  const unread = drift.unknown.length;
  const left = highRisk.length - shown;
  const warnings = withoutMissing(
    `This issue does not list all drift: ${left} more missing or high-risk objects do not fit.`,
    unread > 0 && `${count(unread, 'list')} could not be read completely.`,
  );
  return [
    ...highRiskRest(meaning, budgetBytes),
    ...warnings.map((text) => paragraph(line`${strong(literal(text))} ${message(elsewhere)}`)),
    denseList(highRisk.slice(0, shown)),
  ];
}

/** High-risk effects if they take at most half of the limit, else their number. */
function highRiskRest({ highRisk }: Meaning, budgetBytes: number): readonly Block[] {
  const box = effectBox('high-risk', highRisk, 'packed', 'drift');
  if (byteLength(blocksMarkdown(box)) <= budgetBytes / 2) return box;
  const text = `${count(highRisk.length, 'high-risk change')} ${wordForm(highRisk.length, 'does', 'do')} not fit here.`;
  return [paragraph(line`${strong(literal(text))} ${message(elsewhere)}`)];
}

function headOf({ drift, partial, highRisk, summary }: DriftReport): readonly Block[] {
  const results = withoutMissing(partial && line`${partial}`, highRisk && literal(highRisk), literal(summary));
  return [
    { is: 'title', title: line`docform drift for ${organizationLine(drift)}` },
    ...results.map((each) => paragraph(strong(each))),
  ];
}

/** One line for each list, with the keys of its entries. */
function denseList(entries: readonly DriftEntry[]): List {
  const lists = groupBy(entries, ({ class: of, address }) => `${of} ${address.slice(0, -keyIn(address).length)}`);
  const items = [...lists].map(([list, own]) => {
    const keys = own.map(({ address }) => ({ key: keyIn(address) }));
    return { head: line`${code(list)} (${keys.length}): ${code(packed(keys, { hasIds: false }))}` };
  });
  return { is: 'list', of: 'entries', items };
}

function listBlocks({ lists }: DriftReport, isWhole: boolean): readonly Block[] {
  const shown = lists.filter(({ of }) => of !== 'unused' && (isWhole || of !== 'ignored'));
  return shown.map((list): Block => {
    if (list.of !== 'ignored') return list;
    const { heading: _, ...plain } = list;
    return { is: 'fold', summary: `Ignored (${list.items.length})`, blocks: [plain] };
  });
}
