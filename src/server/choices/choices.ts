/** Where the contract is silent: the reading this platform takes, and why. */
import type { Choice } from './choice.ts';
import { contentChoices } from './content-choices.ts';
import { rightsChoices } from './rights-choices.ts';
import { structureChoices } from './structure-choices.ts';
import { visitorChoices } from './visitor-choices.ts';

export type { Choice } from './choice.ts';

export const choices: readonly Choice[] = [...structureChoices, ...rightsChoices, ...contentChoices, ...visitorChoices];
