/** A plan as one page that needs nothing beside itself: read without scripts, on paper, on a phone, and by a screen reader. */
import { sha256Base64 } from '../../core/digest.ts';
import { type Html, html, shipped } from '../../markup/html.ts';
import type { PlanView } from '../../plan/plan-view.ts';
import { addressesSection } from './addresses.ts';
import { changesSection } from './changes.ts';
import { headOf } from './head.ts';
import { impactSections } from './impact.ts';
import { navigationSection } from './navigation.ts';
import { guardsSection, lostSection, restSection } from './rest.ts';
import type { HtmlOptions, Section } from './section.ts';
import { titlesIn } from './titles.ts';

/** From so many changes on, a page opens sooner where nothing is laid out before it is looked for. */
const many = 500;

/** Deterministic: the same plan gives the same bytes. */
export function planHtml(plan: PlanView, options: HtmlOptions): string {
  const { style, script } = options.assets;
  const titles = titlesIn(plan);
  const sections = [
    ...impactSections(plan.impact),
    ...guardsSection(plan),
    ...addressesSection(plan.impact),
    ...navigationSection(plan),
    ...lostSection(plan),
    ...changesSection(plan, titles),
    ...restSection(plan, options.rehearsal),
  ];
  const policy = `default-src 'none'; style-src 'sha256-${sha256Base64(style)}'; script-src 'sha256-${sha256Base64(script)}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${plan.part === undefined ? 'Plan' : 'Partial plan'} for ${plan.organization}</title>
<style>${shipped(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${headOf(plan, options, sections)}
<main id="main" tabindex="-1"${plan.changes.length > many && html` class="large"`}>
${sections.map(sectionOf)}</main>
<script>${shipped(script)}</script>
</body>
</html>
`.text;
}

function sectionOf({ id, title, count, body }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}${count !== undefined && html` <span class="count">${count}</span>`}</h2>
${body}
</section>
`;
}
