import type { LabPlan, Trial } from './experiment.ts';
import { questionsReport } from './questions-report.ts';
import type { Report } from './report.ts';
import { rowsReport } from './rows-report.ts';

/** The texts that a preset is taken from and reports beside. */
export type Published = NonNullable<LabPlan['published']>;

/** Of the trials that are over. */
export const reportOf = (published: Published, trials: readonly Trial[]): Report =>
  (published === 'rows-trials' ? rowsReport : questionsReport)(trials);
