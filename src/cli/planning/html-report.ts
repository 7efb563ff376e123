/** Renders a plan as an HTML page without secrets. */
import { readShippedText } from '../../disk/shipped-text.ts';
import type { PlanView } from '../../plan/result/change.ts';
import { type HtmlAssets, type HtmlOptions, planHtml } from '../../report/html/document.ts';
import type { Session } from '../io/session.ts';

const styles = [
  'markup/assets/palette.css',
  'markup/assets/unseen.css',
  'markup/assets/picture.css',
  'markup/assets/changes.css',
  'report/html/assets/report.css',
];

/** Masks secrets before values are escaped, because escaping changes them. */
export function htmlReport({ mask }: Session, plan: PlanView, options: Omit<HtmlOptions, 'assets'>) {
  const masked = JSON.parse(mask(JSON.stringify({ plan, options }))) as { plan: PlanView; options: typeof options };
  return planHtml(masked.plan, { ...masked.options, assets: htmlAssets() });
}

export function htmlAssets(): HtmlAssets {
  return {
    style: styles.map((path) => dense(readShippedText(path))).join(''),
    script: readShippedText('report/html/assets/report.js'),
  };
}

function dense(style: string) {
  return style.replace(/\/\*[\s\S]*?\*\/\n?/g, '').replace(/\n\s+/g, '\n');
}
