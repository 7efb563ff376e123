/** Edited files would not say what was meant, so that nothing may be written. */
import { DocformError } from '../../core/docform-error.ts';

export function editCheckError(message: string): DocformError {
  return new DocformError({ code: 'E-EDIT-CHECK', message, hint: 'make this change by hand; nothing was written' });
}
