/** The frame of every page: head, header, strip, what the page says, footer. */

import { type Html, html } from '../../markup/html.ts';
import { dialogs, logPanel } from './dialogs.ts';
import type { PageState } from './page-values.ts';
import { stateStrip } from './state-strip.ts';

export interface Frame {
  readonly title: string;
  readonly state: PageState;
  /** Id of the organization shown; missing on pages about the platform itself. */
  readonly organization?: string;
  /** Which link of the header leads here. */
  readonly current: '' | 'changes' | 'coverage' | 'differences';
  readonly main: Html;
}

const pages = [
  { path: '', title: 'Organization' },
  { path: 'changes', title: 'Changes' },
  { path: 'coverage', title: 'Coverage' },
  { path: 'differences', title: 'Differences' },
] as const;

export function framed({ title, state, organization, current, main }: Frame): string {
  const isOrganization = organization !== undefined;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}, reference platform</title>
<link rel="icon" href="/_platform/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/_platform/palette.css">
<link rel="stylesheet" href="/_platform/unseen.css">
<link rel="stylesheet" href="/_platform/layout.css">
<link rel="stylesheet" href="/_platform/picture.css">
<link rel="stylesheet" href="/_platform/changes.css">
<link rel="stylesheet" href="/_platform/parts.css">
<script src="/_platform/page.js" type="module"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/_platform/">Reference platform</a>
<nav aria-label="Pages"><ul>${pages.map(
    (page) => html`<li><a href="/_platform/${page.path}" ${page.path === current && html`aria-current="page"`}>${page.title}</a></li>`,
  )}</ul></nav>
</header>
${isOrganization && stateStrip(state, organization)}
<p class="status" id="status" role="status"></p>
<div class="${isOrganization ? 'columns-two' : 'column'}">
<main id="main" tabindex="-1">
${main}
</main>
${isOrganization && logPanel}
</div>
${isOrganization && dialogs}
</body>
</html>
`.text;
}
