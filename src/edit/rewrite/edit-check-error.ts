/** The error of an edit whose result would not declare what was meant: nothing is written. */
import { DocformError } from '../../core/docform-error.ts';

export function editCheckError(message: string): DocformError {
  return new DocformError({ code: 'E-EDIT-CHECK', message, hint: 'make this change by hand; nothing was written' });
}
