/** The page of choices: where the contract is silent, the reading that this platform takes, and why. */

import { type Html, html, prose } from '../../markup/html.ts';
import type { Choice } from '../facts/choices.ts';
import { counted } from './words.ts';

export function differencesPage(choices: readonly Choice[]): Html {
  return html`<h1>Differences and choices</h1>
<p class="lead">Where the contract is silent, another platform may act otherwise. This one takes ${counted(choices.length, 'choice')}.</p>
${choices.map(
  ({ subject, choice, reason }) => html`<section class="choice"><h2>${prose(subject)}</h2>
<p>${prose(choice)}</p><p class="dim"><span class="kind">Why</span> ${prose(reason)}</p></section>\n`,
)}`;
}
