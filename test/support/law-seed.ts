/** Generated worlds are the same in every run; DOCFORM_LAW_SEED gives others, and DOCFORM_LAW_SHRINK=1 looks for the smallest that fails. */
import fc from 'fast-check';

// Looking for a smaller world takes longer than all tests together: that is for whoever asks for it.
const endOnFailure = process.env.DOCFORM_LAW_SHRINK !== '1';

fc.configureGlobal({ seed: Number(process.env.DOCFORM_LAW_SEED ?? 1), endOnFailure });
