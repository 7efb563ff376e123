/** Generated worlds are the same in every run; DOCFORM_LAW_SEED gives others. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.DOCFORM_LAW_SEED ?? 1) });
