/** A plan as an HTML page: with the styles and the script that are shipped, and without any known secret. */
import { shippedText } from '../disk/shipped-text.ts';
import { planHtml } from '../report/html/document.ts';
import type { HtmlAssets, HtmlOptions } from '../report/html/parts.ts';
import type { Session } from './session.ts';

type PlanView = Parameters<typeof planHtml>[0];

const styles = [
  'markup/assets/palette.css',
  'markup/assets/unseen.css',
  'markup/assets/picture.css',
  'markup/assets/changes.css',
  'report/html/assets/report.css',
];

/** Secrets are masked before values are compared and escaped: afterwards nobody would find them. */
export function htmlReport({ mask }: Session, plan: PlanView, options: Omit<HtmlOptions, 'assets'>): string {
  const masked = JSON.parse(mask(JSON.stringify({ plan, options }))) as { plan: PlanView; options: typeof options };
  return planHtml(masked.plan, { ...masked.options, assets: htmlAssets() });
}

/** As they are shipped. */
export function htmlAssets(): HtmlAssets {
  return {
    style: styles.map((path) => dense(shippedText(path))).join(''),
    script: shippedText('report/html/assets/report.js'),
  };
}

/** Without what is for those who write it. */
function dense(style: string): string {
  return style.replace(/\/\*[\s\S]*?\*\/\n?/g, '').replace(/\n\s+/g, '\n');
}
